// Moves a second of boardgame.io: a game with nothing to it, two players a table, over sockets.
// node bench.js memory|flatfile SECONDS TABLES
const { fork } = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");

const [storage, seconds, tables] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const game = {
  name: "nothing",
  setup: () => ({ count: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { add: { move: ({ G }) => ({ count: G.count + 1 }), client: false } },
};

async function serve() {
  const { Server, FlatFile } = require("boardgame.io/server");
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "yardstick-"));
  const db = storage === "flatfile" ? new FlatFile({ dir: folder }) : undefined;
  const running = await Server({ games: [game], db, origins: [/.*/] }).run(0);
  process.send(running.appServer.address().port);
}

async function play() {
  const { Client } = require("boardgame.io/client");
  const { SocketIO } = require("boardgame.io/multiplayer");
  const server = fork(__filename, process.argv.slice(2), { env: { ...process.env, SERVE: "1" }, silent: true });
  const port = await new Promise((resolve) => server.on("message", resolve));
  const address = `http://localhost:${port}`;
  const turns = new Map();
  for (let n = 0; n < tables; n++) {
    const matchID = `table-${n}`; // made when its first player comes
    for (const playerID of ["0", "1"]) {
      const client = Client({ game, multiplayer: SocketIO({ server: address }), matchID, playerID, debug: false });
      let last = -1;
      client.subscribe((state) => {
        if (!state) return;
        turns.set(matchID, state.ctx.turn);
        if (state.ctx.currentPlayer === playerID && state.ctx.turn !== last) {
          last = state.ctx.turn;
          setImmediate(() => client.moves.add());
        }
      });
      client.start();
    }
  }
  const sum = () => [...turns.values()].reduce((a, b) => a + b, 0);
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const [before, began] = [sum(), Date.now()];
  await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  console.log((1000 * (sum() - before)) / (Date.now() - began));
  server.kill();
  process.exit(0);
}

process.env.SERVE ? serve() : play();
