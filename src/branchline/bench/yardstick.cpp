// How fast can uniformly random play of the USA game be? A hand-written simulator to measure the engine against.
//
//   g++ -O3 -march=native -std=c++20 -o yardstick benchmarks/yardstick.cpp          (-DCHECK: verify every state)
//   yardstick PLAYERS SECONDS SEED [no-longest-path] < board.txt
//
// The board is text: "n_cities n_routes n_tickets", a line "a b length colour" for each route (colour 0..7, 8 = grey),
// a line "a b points" for each ticket. Out comes a JSON line: means of decisions and turns a game, of score, longest
// path and routes a player, with standard errors that take a game as one observation. Seconds are processor time.

#ifndef CHECK
#define NDEBUG
#endif
#include <immintrin.h>
#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <utility>

using u8 = unsigned char;
using u64 = unsigned long long;
using Routes = unsigned __int128;  // a set of routes

constexpr int COLOURS = 8, LOCOMOTIVE = 8, GREY = 8, MAX_CITIES = 64, MAX_ROUTES = 128, MAX_TICKETS = 64;
constexpr int CARDS_OF_A_COLOUR = 12, LOCOMOTIVES = 14, TRAINS = 45, START_HAND = 4, DISPLAY = 5, TICKETS_DRAWN = 3;
constexpr int MAX_LENGTH = 6, POINTS[MAX_LENGTH + 1] = {0, 1, 2, 4, 7, 10, 15};

inline u64 bit(int i) { return 1ull << i; }
inline Routes only(int route) { return Routes(1) << route; }
inline int lowest(u64 mask) { return int(_tzcnt_u64(mask)); }  // 64 if there is none
inline int nth(u64 mask, int n) { return lowest(_pdep_u64(bit(n), mask)); }
inline int count(u64 mask) { return std::popcount(mask); }
inline int count(Routes routes) { return count(u64(routes)) + count(u64(routes >> 64)); }
inline int nth(Routes routes, int n) {
    int low = count(u64(routes));
    return n < low ? nth(u64(routes), n) : 64 + nth(u64(routes >> 64), n - low);
}
inline void for_each(Routes routes, auto action) {
    for (u64 rest = u64(routes); rest; rest &= rest - 1) action(lowest(rest));
    for (u64 rest = u64(routes >> 64); rest; rest &= rest - 1) action(64 + lowest(rest));
}

struct Random {  // xoroshiro128++
    u64 a, b = 0x9e3779b97f4a7c15;
    explicit Random(u64 seed) : a(seed) { for (int i = 0; i < 16; i++) below(1); }
    int below(int n) {
        u64 out = std::rotl(a + b, 17) + a, c = a ^ b;
        a = std::rotl(a, 49) ^ c ^ (c << 21), b = std::rotl(c, 28);
        return int(((unsigned __int128)out * unsigned(n)) >> 64);
    }
};

// Train cards: one byte for each of the eight colours in one word, so that sums, samples and "which are there" need no
// loop, and the number of all cards. The locomotives are what the colours leave of that.
constexpr u64 EACH = 0x0101010101010101, HIGH = 0x8080808080808080;
constexpr u64 UNIT[] = {1, 1ull << 8, 1ull << 16, 1ull << 24, 1ull << 32, 1ull << 40, 1ull << 48, 1ull << 56, 0};

struct Cards {
    u64 colours = 0;
    int total = 0;
    int operator[](int colour) const { return int(colours >> (8 * colour)) & 255; }
    int coloured() const { return int((colours * EACH) >> 56); }
    int locomotives() const { return total - coloured(); }
    u64 present() const { return (colours + 127 * EACH) & HIGH; }  // the top bit of every byte that is not 0
    void add(const Cards& more) { colours += more.colours, total += more.total; }
    void add(int card, int n = 1) { colours += UNIT[card] * unsigned(n), total += n; }
    void remove(int card, int n = 1) { colours -= UNIT[card] * unsigned(n), total -= n; }
    int sample(Random& random) const {  // the first colour whose running total is above the number drawn
        return lowest((colours * EACH + unsigned(127 - random.below(total)) * EACH) & HIGH) / 8;
    }
    Cards sets(int longest) const {  // how long a set of each colour can be, and in `total` one of locomotives
        u64 helped = colours + (present() >> 7) * unsigned(locomotives()), limit = EACH * unsigned(longest);
        __m128i shorter = _mm_min_epu8(_mm_cvtsi64_si128(helped), _mm_cvtsi64_si128(limit));
        return {u64(_mm_cvtsi128_si64(shorter)), std::min(locomotives(), longest)};
    }
};

struct Ticket { u8 a, b, points; };
struct Board {
    int n_cities, n_routes, n_tickets;
    u8 a[MAX_ROUTES], b[MAX_ROUTES], length[MAX_ROUTES], colour[MAX_ROUTES];
    Routes twin[MAX_ROUTES];                      // the other route of a double, or none
    Routes payable[COLOURS + 1][MAX_LENGTH + 1];  // routes up to that length which take that colour (8: all of them)
    Ticket ticket[MAX_TICKETS];

    bool read(FILE* in) {
        if (std::fscanf(in, "%d %d %d", &n_cities, &n_routes, &n_tickets) != 3) return false;
        if (n_cities > MAX_CITIES || n_routes > MAX_ROUTES || n_tickets > MAX_TICKETS) return false;
        for (int r = 0; r < n_routes; r++) {
            if (std::fscanf(in, "%hhu %hhu %hhu %hhu", &a[r], &b[r], &length[r], &colour[r]) != 4) return false;
            if (a[r] >= n_cities || b[r] >= n_cities || length[r] > MAX_LENGTH || colour[r] > GREY) return false;
            for (int s = 0; s < r; s++)
                if (std::minmax(a[r], b[r]) == std::minmax(a[s], b[s])) twin[r] |= only(s), twin[s] |= only(r);
            for (int c = 0; c <= COLOURS; c++)
                for (int n = length[r]; n <= MAX_LENGTH; n++)
                    if (c == LOCOMOTIVE || colour[r] == c || colour[r] == GREY) payable[c][n] |= only(r);
        }
        for (int t = 0; t < n_tickets; t++)
            if (std::fscanf(in, "%hhu %hhu %hhu", &ticket[t].a, &ticket[t].b, &ticket[t].points) != 3) return false;
        return true;
    }
};

// The longest trail of one player's network, exactly.
// 1. Leaves are stripped; all that matters of what hangs off a city is its two longest arms. This settles trees.
// 2. In the core that is left, the edges that a trail from u to v leaves out have odd degree at just the cities
//    odd ^ {u} ^ {v}. So, for each pair of ends that may beat the best, edges are left out, always at a city that is
//    still wrong, until none is. Edges are sorted by length: the shortest at a city is its lowest bit. An edge serves
//    two cities, so at least half the sum of these must still go.
struct Trail {
    const Board& board;
    int best = 0, n_edges = 0;
    u8 arm[MAX_CITIES] = {}, second_arm[MAX_CITIES] = {}, degree[MAX_CITIES] = {};
    u8 link[MAX_CITIES] = {};                 // exclusive or of the routes at a city: its route, if only one is left
    u8 length[MAX_ROUTES], ends[MAX_ROUTES];  // of the core's edges; ends: exclusive or of the two cities
    u64 at[MAX_CITIES];                       // the core's edges at a city
    int root, arms;                           // of the pair of ends in hand
    explicit Trail(const Board& board) : board(board) {}

    int longest(Routes routes) {
        u64 once = 0, twice = 0;
        for_each(routes, [&](int r) {
            for (int city : {board.a[r], board.b[r]}) {
                degree[city]++, link[city] ^= r;
                twice |= once & bit(city), once |= bit(city);
            }
        });
        for (u64 leaves = once & ~twice; leaves;) {
            int leaf = lowest(leaves), r = link[leaf], city = board.a[r] ^ board.b[r] ^ leaf;
            int reach = arm[leaf] + board.length[r];
            best = std::max(best, arm[city] + reach);
            second_arm[city] = u8(std::max<int>(second_arm[city], std::min<int>(arm[city], reach)));
            arm[city] = u8(std::max<int>(arm[city], reach));
            routes ^= only(r), link[city] ^= r, degree[city]--;
            leaves &= ~bit(leaf) & ~bit(city);
            leaves |= u64(degree[city] == 1) << city;
        }
        if (routes) search_core(routes, twice);
        return best;
    }

    void search_core(Routes routes, u64 cities) {
        for (u64 rest = cities; rest; rest &= rest - 1) at[lowest(rest)] = 0;
        for (int n = 1; n <= MAX_LENGTH; n++)
            for_each(routes & board.payable[LOCOMOTIVE][n] & ~board.payable[LOCOMOTIVE][n - 1], [&](int r) {
                at[board.a[r]] |= bit(n_edges), at[board.b[r]] |= bit(n_edges);
                length[n_edges] = u8(n), ends[n_edges++] = board.a[r] ^ board.b[r];
            });
        while (cities) cities &= ~search_component(cities & -cities);
    }

    // The cities joined to these by `edges`, and the length of those.
    std::pair<u64, int> joined(u64 cities, u64 edges) const {
        int twice_length = 0;
        for (u64 rest = cities; rest;) {
            int city = lowest(rest);
            rest &= rest - 1;
            for (u64 out = at[city] & edges; out; out &= out - 1) {
                u64 other = bit(city ^ ends[lowest(out)]);
                twice_length += length[lowest(out)];
                rest |= other & ~cities, cities |= other;
            }
        }
        return {cities, twice_length / 2};
    }

    u64 search_component(u64 start) {
        auto [cities, all] = joined(start, ~0ull);
        u64 odd = 0;
        int n_ends = 0, twice_bound = 2 * all, merit[MAX_CITIES], possible_end[MAX_CITIES];  // by merit
        for (u64 rest = cities; all > 0 && rest; rest &= rest - 1) {
            int city = lowest(rest), shortest = length[lowest(at[city])];
            bool is_odd = count(at[city]) % 2;
            if (is_odd) odd |= bit(city), twice_bound -= shortest;
            else if (arm[city] == 0) continue;
            int gain = 2 * arm[city] + (is_odd ? shortest : -shortest), i = n_ends++;
            for (; i > 0 && merit[i - 1] < gain; i--) merit[i] = merit[i - 1], possible_end[i] = possible_end[i - 1];
            merit[i] = gain, possible_end[i] = city;
        }
        if (n_ends == 0) best = std::max(best, all);
        for (int i = 0; i < n_ends; i++) {
            int u = root = possible_end[i];
            leave_out(~0ull, ~0ull, odd, all + (arms = arm[u] + second_arm[u]));
            for (int j = i + 1; j < n_ends && (twice_bound + merit[i] + merit[j]) / 2 > best; j++) {
                int v = possible_end[j];
                leave_out(~0ull, ~0ull, odd ^ bit(u) ^ bit(v), all + (arms = arm[u] + arm[v]));
            }
        }
        return cities;
    }

    // `kept`: edges not left out; `free`: those that may still be; `hope`: the length if all that are kept are used.
    void leave_out(u64 kept, u64 free, u64 wrong, int hope) {
        int twice_loss = 0, city = 0, fewest = MAX_ROUTES;
        for (u64 rest = wrong; rest; rest &= rest - 1) {
            u64 out = at[lowest(rest)] & free;
            if (!out) return;
            twice_loss += length[lowest(out)];
            if (count(out) < fewest) fewest = count(out), city = lowest(rest);
        }
        if (hope - (twice_loss + 1) / 2 <= best) return;
        if (!wrong) best = std::max(best, joined(bit(root), kept).second + arms);
        else for (u64 out = at[city] & free; out; out &= out - 1) {
            int e = lowest(out);
            free ^= bit(e);
            leave_out(kept ^ bit(e), free, wrong ^ bit(city) ^ bit(city ^ ends[e]), hope - length[e]);
        }
    }
};

struct Player {
    Cards hand;
    int trains = TRAINS, score = 0;
    u64 tickets = 0;
    Routes owned = 0, barred = 0;  // barred: the other routes of the doubles the player has a part of
};

struct Outcome { int decisions = 0, turns = 0, score = 0, longest_path = 0, routes = 0; };
template <int PLAYERS>
struct Game {
    const Board& board;
    Random& random;
    Cards deck = {CARDS_OF_A_COLOUR * EACH, CARDS_OF_A_COLOUR * COLOURS + LOCOMOTIVES}, display, discards;
    Routes open = board.payable[LOCOMOTIVE][MAX_LENGTH];
    Player player[PLAYERS];
    u64 ticket_batch[MAX_TICKETS];  // from the top of the deck; within a batch the order is random
    int first_batch = 0, n_batches = 0;
    Outcome outcome;

    Game(const Board& board, Random& random) : board(board), random(random) {}
    int decide(int options) { return outcome.decisions++, random.below(options); }

    Outcome play(bool with_longest_path) {
        set_up();
        for (int to_move = 0, passes = 0, turns_left = -1; turns_left != 0 && passes < PLAYERS; outcome.turns++) {
            check();
            Player& me = player[to_move];
            passes = turn(me) ? 0 : passes + 1;
            if (turns_left > 0) turns_left--;
            else if (me.trains <= 2) turns_left = PLAYERS;
            to_move = (to_move + 1) % PLAYERS;
        }
        check();
        score(with_longest_path);
        return outcome;
    }

    [[gnu::noinline]] void set_up() {  // out of line, so that the turns have the registers
        for (Player& p : player)
            for (int i = 0; i < START_HAND; i++) p.hand.add(turn_up());
        fill_display();
        put_back(~0ull >> (64 - board.n_tickets));
        u64 returned = 0;
        for (Player& p : player) returned |= keep(p, deal_tickets(), 2);
        put_back(returned);
    }

    void reshuffle() { deck = std::exchange(discards, {}); }
    int turn_up() {
        int card = deck.sample(random);
        deck.remove(card);
        if (deck.total == 0) reshuffle();
        return card;
    }

    void fill_display() {
        while (display.total < DISPLAY && deck.total > 0) {
            display.add(turn_up());
            if (display.total == DISPLAY && display.locomotives() >= 3) reset_display();
        }
    }

    // Not if there are too few other cards, or if the deck is five like these: they would change places for ever.
    void reset_display() {
        if (deck.coloured() + discards.coloured() + display.coloured() < 3) return;
        if (discards.total == 0 && deck.total == DISPLAY && deck.locomotives() >= 3) return;
        discards.add(std::exchange(display, {}));
        if (deck.total == 0) reshuffle();
    }

    // A card from the display, and one from the deck in its place; or blind, when that other card is taken instead.
    void draw(Player& me, int card, bool blind) {
        if (deck.total == 0) return me.hand.add(card), display.remove(card);
        int turned_up = turn_up();
        if (blind) card = turned_up;
        me.hand.add(card), display.add(turned_up), display.remove(card);
        if (display.locomotives() >= 3 && !blind) reset_display(), fill_display();
    }

    void second_draw(Player& me) {
        check();
        u64 shown = display.present();
        int n_shown = count(shown), options = n_shown + (deck.total > 0);
        if (options == 0) return;
        int choice = decide(options);
        draw(me, nth(shown, choice) / 8, choice == n_shown);
    }

    void put_back(u64 tickets) { if (tickets) ticket_batch[n_batches++] = tickets; }
    u64 deal_tickets() {
        u64 dealt = 0;
        for (int i = 0; i < TICKETS_DRAWN && first_batch < n_batches; i++) {
            u64& batch = ticket_batch[first_batch];
            u64 ticket = bit(nth(batch, random.below(count(batch))));
            dealt |= ticket, batch ^= ticket;
            first_batch += batch == 0;
        }
        return dealt;
    }

    // Returns what the player does not keep.
    u64 keep(Player& me, u64 offered, int least) {
        static constexpr u8 OF_THREE[] = {7, 3, 5, 6, 1, 2, 4};  // subsets of three tickets, the larger ones first
        int n = count(offered), chosen = n == 3 ? OF_THREE[decide(least == 2 ? 4 : 7)] : 1 + decide((1 << n) - 1);
        u64 kept = _pdep_u64(u64(chosen), offered);
        me.tickets |= kept;
        return offered ^ kept;
    }

    // False if there is nothing to do but pass.
    bool turn(Player& me) {
        Routes free = open & ~me.barred;
        Cards sets = me.hand.sets(std::min(me.trains, MAX_LENGTH));
        int claims = 0, claims_up_to[COLOURS];
        for (int c = 0; c < COLOURS; c++) claims_up_to[c] = claims += count(free & board.payable[c][sets[c]]);
        claims += count(free & board.payable[LOCOMOTIVE][sets.total]);
        u64 shown = display.present();
        int n_shown = count(shown), with_locomotive = n_shown + (display.locomotives() > 0);
        int with_blind = with_locomotive + (deck.total > 0), others = with_blind + (first_batch < n_batches);
        if (claims + others == 0) return outcome.decisions++, false;

        int choice = decide(claims + others), other = choice - claims;
        if (other < 0) {
            int colour = 0;
            while (colour < COLOURS && choice >= claims_up_to[colour]) colour++;
            if (colour > 0) choice -= claims_up_to[colour - 1];
            int longest = colour == LOCOMOTIVE ? sets.total : sets[colour];
            claim(me, nth(free & board.payable[colour][longest], choice), colour);
        } else if (other < with_blind) {
            bool blind = other >= with_locomotive;
            int card = nth(shown, other) / 8;  // past the last colour it is the locomotive
            draw(me, card, blind);
            if (card != LOCOMOTIVE || blind) second_draw(me);
        } else {
            put_back(keep(me, deal_tickets(), 1));
        }
        return true;
    }

    void claim(Player& me, int route, int colour) {
        int length = board.length[route], locomotives = length;
        if (colour != LOCOMOTIVE) {
            int least = std::max(0, length - me.hand[colour]), most = std::min(me.hand.locomotives(), length - 1);
            locomotives = least == most ? least : least + decide(most - least + 1);
        }
        me.hand.remove(colour, length - locomotives), me.hand.remove(LOCOMOTIVE, locomotives);
        discards.add(colour, length - locomotives), discards.add(LOCOMOTIVE, locomotives);
        me.trains -= length, me.score += POINTS[length], me.owned |= only(route), open &= ~only(route);
        if (PLAYERS <= 3) open &= ~board.twin[route];
        else me.barred |= board.twin[route];
        if (deck.total == 0) reshuffle(), fill_display();
    }

    [[gnu::noinline]] void score(bool with_longest_path) {
        int path[PLAYERS] = {}, longest = 1;
        for (int p = 0; p < PLAYERS; p++) {
            outcome.score += player[p].score + ticket_points(player[p]);
            outcome.routes += count(player[p].owned);
            if (with_longest_path) path[p] = Trail(board).longest(player[p].owned);
            outcome.longest_path += path[p];
            longest = std::max(longest, path[p]);
        }
        for (int length : path) outcome.score += length == longest ? 10 : 0;
    }

    int ticket_points(const Player& me) const {
        u8 network[MAX_CITIES];
        for (int c = 0; c < MAX_CITIES; c++) network[c] = u8(c);
        for_each(me.owned, [&](int r) {
            u8 joined = network[board.a[r]], absorbed = network[board.b[r]];
            for (u8& n : network) n = n == absorbed ? joined : n;
        });
        int points = 0;
        for_each(me.tickets, [&](int t) {
            auto [a, b, worth] = board.ticket[t];
            points += network[a] == network[b] ? worth : -worth;
        });
        return points;
    }

    void check() const {
#ifdef CHECK
        Cards cards;
        Routes claimed = 0;
        u64 tickets = 0;
        for (const Cards& pile : {deck, display, discards}) assert(pile.locomotives() >= 0), cards.add(pile);
        for (int i = first_batch; i < n_batches; i++) assert(!(tickets & ticket_batch[i])), tickets |= ticket_batch[i];
        for (const Player& p : player) {
            int trains = p.trains;
            for_each(p.owned, [&](int r) { trains += board.length[r], assert(!(p.owned & board.twin[r])); });
            assert(trains == TRAINS && p.trains >= 0 && p.hand.locomotives() >= 0);
            assert(!(tickets & p.tickets) && !(claimed & p.owned) && !(open & p.owned));
            tickets |= p.tickets, claimed |= p.owned, cards.add(p.hand);
        }
        assert(cards.colours == CARDS_OF_A_COLOUR * EACH && cards.locomotives() == LOCOMOTIVES);
        assert(count(tickets) == board.n_tickets && (deck.total > 0 || discards.total == 0));
        assert(display.total == DISPLAY || (display.total < DISPLAY && deck.total == 0));
#endif
    }
};

struct Mean {
    double n = 0, sum = 0, squares = 0;
    void add(double x) { n++, sum += x, squares += x * x; }
    void print(const char* name) const {
        double mean = sum / n, error = std::sqrt((squares / n - mean * mean) / n);
        std::printf(", \"%s\": %.4f, \"%s_error\": %.4f", name, mean, name, error);
    }
};

template <int PLAYERS>
void measure(const Board& board, double seconds, u64 seed, bool with_longest_path) {
    Random random(seed);
    Mean decisions, score, turns, longest_path, routes;
    double passed = 0;
    for (clock_t start = std::clock(); passed < seconds; passed = double(std::clock() - start) / CLOCKS_PER_SEC)
        for (int i = 0; i < 256; i++) {
            Outcome game = Game<PLAYERS>(board, random).play(with_longest_path);
            decisions.add(game.decisions), turns.add(game.turns), score.add(double(game.score) / PLAYERS);
            longest_path.add(double(game.longest_path) / PLAYERS), routes.add(double(game.routes) / PLAYERS);
        }
    std::printf("{\"games\": %.0f, \"seconds\": %.3f, \"games_per_second\": %.0f, \"decisions_per_second\": %.0f",
                decisions.n, passed, decisions.n / passed, decisions.sum / passed);
    decisions.print("mean_decisions"), score.print("mean_score"), turns.print("mean_turns");
    longest_path.print("longest_path_mean"), routes.print("mean_routes"), std::puts("}");
}

int main(int n, char** argument) {
    static Board board;
    if (n < 4) return std::fprintf(stderr, "usage: yardstick PLAYERS SECONDS SEED [no-longest-path] < board.txt\n"), 2;
    int players = std::atoi(argument[1]);
    if (players < 2 || players > 5) return std::fprintf(stderr, "PLAYERS is %s, not 2, 3, 4 or 5\n", argument[1]), 2;
    if (!board.read(stdin)) return std::fprintf(stderr, "no board on standard input; its form is atop the source\n"), 2;
    auto run = players == 2 ? measure<2> : players == 3 ? measure<3> : players == 4 ? measure<4> : measure<5>;
    run(board, std::atof(argument[2]), std::strtoull(argument[3], nullptr, 10), n == 4);
}
