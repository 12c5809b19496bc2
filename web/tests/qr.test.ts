import { describe, expect, it } from "vitest";
import { qr } from "../src/ui/qr";

/** Rows as numbers to the base 36; both were read back by a reader of another make. */
const packed = (grid: boolean[][] | null): string => (grid ?? []).map((row) => BigInt(`0b${row.map(Number).join("")}`).toString(36)).join(" ");

describe("QR codes", () => {
  it("writes a short link", () => {
    expect(packed(qr("https://branchline.example/t/k7q4"))).toBe(
      "8ti6in 4jibsx 6gpljx 6grn8d 6h72ot 4iuc01 8tz2pr fojk 5wqdci 8c48uh 1gqbev 751q36 4sr45n 58szt 4yzznf 15iwfe 7w92a3 1jtdjh 4squf7 2jvw6i 5i9i40 111jr 8tcuor 4iwly0 6gv3zl 6gjtav 6h5mih 4id8tu 8u8ez7",
    );
  });

  it("writes a long one, in blocks of two sizes and with its version", () => {
    const text = "https://branchline.example/t/0123456789abcdef#seat=0.abcdefghijklmnopqrstuvwx&host=ABCDEFGHIJKLMNOPQRSTUVWX&join=zyxwvutsrqponmlkjihgfedc";
    expect(packed(qr(text))).toBe(
      "5i77xeqjy7 2tcnq1e4ht 41o9t6b42l 41jux46y59 41dsdup55p 2tyfw5rnep 5iicojrr7j nmb4kv0g 449ivcd9x8 3u20oszw0c 4wauk4trxn 2p5sez846z 5j2odz2o8c 32g46bs7lq 47d4va9te3 v85g33b9t 1yf39vwdlw 3bxejrb2ki 10hud531uz 34pvecyl0z 10ir605jd0 1b2uw79ny2 1dpgwf13oz 3zzqbgz576 1m34ep08db 5dwalyaqky 1dtecgb859 5adbqcq6wx 32pvu03kos 1awze7n8o0 3csefhocmf 34vhkrwlgj 2562ponut0 2iz5nq2qw2 1vwk76elq3 31beb9gjsg 1a1ntcwvkk 57g1zc94q2 1jcffa06f3 2ffwqtwbuo 4x55t2ql8f j2nzzx26 5iafp1ywd5 2txj13t8uq 41k05623un 41il2zz73l 41n6kaab58 2tmgnvvd8h 5ij2asrih3",
    );
  });

  it("says when a text is too long", () => {
    expect(qr("x".repeat(412))).not.toBeNull();
    expect(qr("x".repeat(413))).toBeNull();
  });
});
