// How fast can uniformly random play of the USA game be? A hand-written simulator to measure the engine against.
//
//   g++ -O3 -march=native -std=c++20 -o yardstick benchmarks/yardstick.cpp      (-DCHECK: verify every state)
//   yardstick PLAYERS SECONDS SEED [no-longest-path] < board.txt
//
// The board is text: "n_cities n_routes n_tickets", then a line "a b length colour" for each route (colour 0..7,
// 8 = grey), then a line "a b points" for each ticket. One JSON line comes out; decisions and turns are means of a
// game, score, longest path and routes of a player in a game, and standard errors treat a game as one observation.

#include <immintrin.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

using u8 = uint8_t;
using u64 = uint64_t;

#ifdef CHECK
#define REQUIRE(fact) \
    if (!(fact)) std::fprintf(stderr, "line %d: %s does not hold\n", __LINE__, #fact), std::abort()
#else
#define REQUIRE(fact)
#endif

constexpr int COLOURS = 8, LOCOMOTIVE = 8, GREY = 8;
constexpr int MAX_CITIES = 64, MAX_ROUTES = 128, MAX_TICKETS = 64, MAX_PLAYERS = 5, MAX_LENGTH = 6;
constexpr int CARDS_OF_A_COLOUR = 12, LOCOMOTIVES = 14, TRAINS = 45, START_HAND = 4, DISPLAY = 5, TICKETS_DRAWN = 3;
constexpr int POINTS[MAX_LENGTH + 1] = {0, 1, 2, 4, 7, 10, 15};

inline u64 bit(int i) { return u64(1) << i; }
inline int lowest_bit(u64 mask) { return int(_tzcnt_u64(mask)); }  // 64 if there is none
inline int nth_bit(u64 mask, int n) { return lowest_bit(_pdep_u64(u64(1) << n, mask)); }
inline int popcount(u64 mask) { return std::popcount(mask); }

struct Random {  // xoroshiro128++
    u64 a, b;

    explicit Random(u64 seed) : a(mixed(seed)), b(mixed(seed + 1)) {}

    static u64 mixed(u64 x) {
        x += 0x9e3779b97f4a7c15;
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
        x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
        return x ^ (x >> 31);
    }

    int below(int n) {
        u64 out = std::rotl(a + b, 17) + a, c = a ^ b;
        a = std::rotl(a, 49) ^ c ^ (c << 21);
        b = std::rotl(c, 28);
        return int(((unsigned __int128)out * unsigned(n)) >> 64);
    }
};

// ---------------------------------------------------------------------------------------------------------------
// Train cards: a byte for each of the eight colours in one word, so that sums, samples and "which are there" need no
// loop, and the number of all cards; the locomotives are what the colours leave of it.

constexpr u64 EACH = 0x0101010101010101, HIGH = 0x8080808080808080;
constexpr u64 UNIT[COLOURS + 1] = {1, 1ull << 8, 1ull << 16, 1ull << 24, 1ull << 32, 1ull << 40, 1ull << 48, 1ull << 56, 0};

struct Cards {
    u64 colours = 0;
    int total = 0;

    int operator[](int colour) const { return int(colours >> (8 * colour)) & 255; }
    int coloured() const { return int((colours * EACH) >> 56); }
    int locomotives() const { return total - coloured(); }
    u64 present() const { return (colours + 0x7f * EACH) & HIGH; }  // top bit of every byte that is not 0

    void add(int card, int n = 1) { colours += UNIT[card] * unsigned(n), total += n; }
    void remove(int card, int n = 1) { colours -= UNIT[card] * unsigned(n), total -= n; }
    void add(const Cards& more) { colours += more.colours, total += more.total; }

    int sample(Random& random) const {  // the first colour whose running total is above the drawn number
        int drawn = random.below(total);
        u64 above = (colours * EACH + u64(127 - drawn) * EACH) & HIGH;
        return lowest_bit(above) / 8;
    }
};

// ---------------------------------------------------------------------------------------------------------------
// The board

struct Routes {  // a set of routes
    u64 word[2] = {0, 0};

    void add(int route) { word[route / 64] |= u64(1) << (route % 64); }
    void remove(int route) { word[route / 64] &= ~(u64(1) << (route % 64)); }
    bool has(int route) const { return word[route / 64] >> (route % 64) & 1; }
    int count() const { return popcount(word[0]) + popcount(word[1]); }
    template <class Each>
    void each(Each each) const {
        for (int w = 0; w < 2; w++)
            for (u64 rest = word[w]; rest; rest &= rest - 1) each(64 * w + lowest_bit(rest));
    }

    Routes operator&(const Routes& o) const { return {{word[0] & o.word[0], word[1] & o.word[1]}}; }
    Routes without(const Routes& o) const { return {{word[0] & ~o.word[0], word[1] & ~o.word[1]}}; }

    int nth(int n) const {
        int first = popcount(word[0]);
        return n < first ? nth_bit(word[0], n) : 64 + nth_bit(word[1], n - first);
    }
};

struct Board {
    int n_cities, n_routes, n_tickets;
    u8 a[MAX_ROUTES], b[MAX_ROUTES], length[MAX_ROUTES], colour[MAX_ROUTES];
    Routes twin[MAX_ROUTES];                          // the other route of a double, or none
    Routes payable[COLOURS + 1][MAX_LENGTH + 1];      // routes no longer than that which take that colour (8: any)
    struct { u8 a, b, points; } ticket[MAX_TICKETS];

    bool read(FILE* in) {
        if (std::fscanf(in, "%d %d %d", &n_cities, &n_routes, &n_tickets) != 3) return false;
        if (n_cities > MAX_CITIES || n_routes > MAX_ROUTES || n_tickets > MAX_TICKETS) return false;
        for (int r = 0; r < n_routes; r++) {
            if (std::fscanf(in, "%hhu %hhu %hhu %hhu", &a[r], &b[r], &length[r], &colour[r]) != 4) return false;
            if (a[r] >= n_cities || b[r] >= n_cities || length[r] > MAX_LENGTH || colour[r] > GREY) return false;
        }
        for (int t = 0; t < n_tickets; t++)
            if (std::fscanf(in, "%hhu %hhu %hhu", &ticket[t].a, &ticket[t].b, &ticket[t].points) != 3) return false;
        for (int r = 0; r < n_routes; r++) {
            for (int s = 0; s < n_routes; s++)
                if (r != s && std::minmax(a[r], b[r]) == std::minmax(a[s], b[s])) twin[r].add(s);
            for (int c = 0; c <= COLOURS; c++)
                for (int n = length[r]; n <= MAX_LENGTH; n++)
                    if (c == LOCOMOTIVE || colour[r] == c || colour[r] == GREY) payable[c][n].add(r);
        }
        return true;
    }
};

// ---------------------------------------------------------------------------------------------------------------------
// The longest trail of one player's network, exactly.
//
// 1. Leaves are stripped; all that matters of what hangs off a city is its two longest arms. This settles trees.
// 2. In the core that is left, a chain through cities that leave no choice becomes one edge; a chain back to where it
//    began is a bonus for whoever comes by.
// 3. The edges that a trail from u to v leaves out have odd degree at just the cities odd ^ {u} ^ {v}. So, for each pair
//    of ends that may beat the best, edges are left out, always at a city that is still wrong, until none is. Edges are
//    sorted by weight: the lightest at a city is its lowest bit. An edge serves two cities, so half the sum of these
//    must still go at least.

struct Trail {
    const Board& board;
    int best = 0;
    u8 arm[MAX_CITIES] = {}, second_arm[MAX_CITIES] = {}, degree[MAX_CITIES] = {};
    u8 link[MAX_CITIES] = {};  // exclusive or of the routes at a city: from one of two it gives the other

    int n_edges = 0;
    u8 weight[MAX_ROUTES], end[MAX_ROUTES], ends[MAX_ROUTES];  // one end, and exclusive or of both
    u64 at[MAX_CITIES];                                        // edges at a city
    int bonus[MAX_CITIES];
    int root, arms;  // of the pair of ends under search

    int longest(Routes routes) {
        u64 once = 0, twice = 0;
        routes.each([&](int r) {
            for (int city : {board.a[r], board.b[r]}) {
                degree[city]++, link[city] ^= r;
                twice |= once & bit(city);
                once |= bit(city);
            }
        });
        for (u64 leaves = once & ~twice, next; leaves; leaves = next) {
            next = 0;
            for (; leaves; leaves &= leaves - 1) {
                int leaf = lowest_bit(leaves);
                if (degree[leaf] == 0) continue;
                int r = link[leaf], city = board.a[r] ^ board.b[r] ^ leaf, reach = arm[leaf] + board.length[r];
                routes.remove(r);
                best = std::max(best, arm[city] + reach);
                second_arm[city] = std::max<int>(second_arm[city], std::min<int>(arm[city], reach));
                arm[city] = std::max<int>(arm[city], reach);
                link[city] ^= r, degree[leaf] = 0;
                next |= u64(--degree[city] == 1) << city;
            }
        }
        if (routes.word[0] | routes.word[1]) search_core(routes, twice);
        return best;
    }

    void search_core(Routes routes, u64 cities) {
        u64 junctions = 0;
        for (; cities; cities &= cities - 1) {
            int city = lowest_bit(cities);
            if (degree[city] > 2 || (degree[city] == 2 && arm[city] > 0)) junctions |= bit(city);
            bonus[city] = 0, at[city] = 0;
        }
        for (u64 starts : {junctions, ~u64(0)})  // chains between junctions, then circles without any
            Routes(routes).each([&](int r) {
                int from = starts & bit(board.a[r]) ? board.a[r] : board.b[r];
                if (routes.has(r) && starts & bit(from)) add_chain(r, from, junctions, routes);
            });
        for (int e = 0; e < n_edges; e++) at[end[e]] |= bit(e), at[end[e] ^ ends[e]] |= bit(e);
        while (junctions) junctions &= ~search_component(junctions & -junctions);
    }

    void add_chain(int r, int from, u64 junctions, Routes& routes) {
        int length = 0, city = from;
        while (true) {
            routes.remove(r);
            length += board.length[r];
            city ^= board.a[r] ^ board.b[r];
            if (city == from || junctions & bit(city)) break;
            r ^= link[city];
        }
        if (!(junctions & bit(from))) best = std::max(best, length);
        else if (city == from) bonus[city] += length;
        else {
            int e = n_edges++;
            for (; e > 0 && weight[e - 1] > length; e--)
                weight[e] = weight[e - 1], end[e] = end[e - 1], ends[e] = ends[e - 1];
            weight[e] = u8(length), end[e] = u8(city), ends[e] = u8(from ^ city);
        }
    }

    // The cities joined to these by `edges`, and the length of all there is among them.
    std::pair<u64, int> joined(u64 cities, u64 edges) const {
        int length = 0, twice_length = 0;
        for (u64 rest = cities; rest;) {
            int city = lowest_bit(rest);
            rest &= rest - 1;
            length += bonus[city];
            for (u64 out = at[city] & edges; out; out &= out - 1) {
                int e = lowest_bit(out);
                twice_length += weight[e];
                rest |= bit(city ^ ends[e]) & ~cities;
                cities |= bit(city ^ ends[e]);
            }
        }
        return {cities, length + twice_length / 2};
    }

    u64 search_component(u64 start) {
        auto [cities, length] = joined(start, ~u64(0));
        u64 odd = 0;
        int n_ends = 0, twice_bound = 2 * length, merit[MAX_CITIES];
        u8 possible_end[MAX_CITIES];  // best first
        for (u64 rest = cities; rest; rest &= rest - 1) {
            int city = lowest_bit(rest), lightest = at[city] ? weight[lowest_bit(at[city])] : 0;
            bool is_odd = popcount(at[city]) & 1;
            if (is_odd) odd |= bit(city), twice_bound -= lightest;
            else if (arm[city] == 0) continue;
            int gain = 2 * arm[city] + (is_odd ? lightest : -lightest), i = n_ends++;
            for (; i > 0 && merit[i - 1] < gain; i--) merit[i] = merit[i - 1], possible_end[i] = possible_end[i - 1];
            merit[i] = gain, possible_end[i] = u8(city);
        }
        if (n_ends == 0) best = std::max(best, length);
        for (int i = 0; i < n_ends; i++) {
            int u = root = possible_end[i];
            arms = arm[u] + second_arm[u];
            if (twice_bound / 2 + arms > best) leave_out(~u64(0), ~u64(0), odd, length + arms);
            for (int j = i + 1; j < n_ends && (twice_bound + merit[i] + merit[j]) / 2 > best; j++) {
                int v = possible_end[j];
                arms = arm[u] + arm[v];
                leave_out(~u64(0), ~u64(0), odd ^ bit(u) ^ bit(v), length + arms);
            }
        }
        return cities;
    }

    // `kept`: edges not left out; `free`: those that may still be; `length`: of the trail if it had all that are kept.
    void leave_out(u64 kept, u64 free, u64 wrong, int length) {
        if (!wrong) {
            best = std::max(best, joined(bit(root), kept).second + arms);
            return;
        }
        int twice_loss = 0, city = 0, fewest = MAX_ROUTES;
        for (u64 rest = wrong; rest; rest &= rest - 1) {
            u64 out = at[lowest_bit(rest)] & free;
            if (!out) return;
            twice_loss += weight[lowest_bit(out)];
            if (popcount(out) < fewest) fewest = popcount(out), city = lowest_bit(rest);
        }
        if (length - (twice_loss + 1) / 2 <= best) return;
        for (u64 out = at[city] & free; out; out &= out - 1) {
            int e = lowest_bit(out);
            if (length - weight[e] <= best) return;
            free ^= bit(e);
            leave_out(kept ^ bit(e), free, wrong ^ bit(city) ^ bit(city ^ ends[e]), length - weight[e]);
        }
    }
};

// ---------------------------------------------------------------------------------------------------------------
// The game

struct Player {
    Cards hand;
    int trains = TRAINS, score = 0;
    u64 tickets = 0;
    Routes owned, barred;  // barred: the other route of a double that the player owns
};

struct Outcome {
    int decisions = 0, turns = 0, score = 0, longest_path = 0, routes = 0;
};

template <int PLAYERS, bool LONGEST_PATH>
struct Game {
    const Board& board;
    Random& random;
    Cards deck, display, discards;
    Routes open;
    Player player[PLAYERS];
    u64 ticket_batch[MAX_TICKETS];  // from the top of the deck; the order within a batch is random
    int first_batch = 0, n_batches = 0;
    int decisions = 0, turns = 0;

    Game(const Board& board, Random& random) : board(board), random(random) {}

    Outcome play() {
        set_up();
        check();
        int to_move = 0, passes = 0, turns_left = -1;
        while (turns_left != 0 && passes < PLAYERS) {
            Player& me = player[to_move];
            turns++;
            passes = turn(me) ? 0 : passes + 1;
            check();
            if (turns_left > 0) turns_left--;
            else if (me.trains <= 2) turns_left = PLAYERS;
            to_move = to_move + 1 == PLAYERS ? 0 : to_move + 1;
        }
        return outcome();
    }

    int decide(int options) {
        decisions++;
        return random.below(options);
    }

    void set_up() {
        for (int r = 0; r < board.n_routes; r++) open.add(r);
        deck = {CARDS_OF_A_COLOUR * EACH, CARDS_OF_A_COLOUR * COLOURS + LOCOMOTIVES};
        for (Player& p : player)
            for (int i = 0; i < START_HAND; i++) p.hand.add(turn_up());
        fill_display();
        put_back(~u64(0) >> (64 - board.n_tickets));
        u64 offered[PLAYERS], returned = 0;
        for (u64& offer : offered) offer = deal_tickets();
        for (int p = 0; p < PLAYERS; p++) returned |= keep(player[p], offered[p], 2);
        put_back(returned);
    }

    // --- Train cards

    int turn_up() {
        int card = deck.sample(random);
        deck.remove(card);
        if (deck.total == 0) reshuffle();
        return card;
    }

    void reshuffle() {
        deck = discards;
        discards = {};
    }

    void fill_display() {
        while (display.total < DISPLAY && deck.total > 0) {
            display.add(turn_up());
            if (display.total == DISPLAY && display.locomotives() >= 3) reset_display();
        }
    }

    // Too few other cards, or five in the deck like those in the display, to change places with them for ever.
    bool never_ends() const {
        return deck.coloured() + discards.coloured() + display.coloured() < 3 ||
               (discards.total == 0 && deck.total == DISPLAY && deck.locomotives() >= 3);
    }

    void reset_display() {
        if (never_ends()) return;
        discards.add(display);
        display = {};
        if (deck.total == 0) reshuffle();
    }

    void take_from_display(Player& me, int card) {
        display.remove(card);
        me.hand.add(card);
        fill_display();
    }

    void second_draw(Player& me) {
        u64 shown = display.present();
        int n_shown = popcount(shown), options = n_shown + (deck.total > 0);
        if (options == 0) return;
        int choice = decide(options);
        if (choice < n_shown) take_from_display(me, nth_bit(shown, choice) / 8);
        else me.hand.add(turn_up());
    }

    // --- Tickets

    void put_back(u64 tickets) {
        if (tickets) ticket_batch[n_batches++] = tickets;
    }

    u64 deal_tickets() {
        u64 dealt = 0;
        for (int i = 0; i < TICKETS_DRAWN && first_batch < n_batches; i++) {
            u64& batch = ticket_batch[first_batch];
            u64 ticket = _pdep_u64(u64(1) << random.below(popcount(batch)), batch);
            dealt |= ticket;
            batch ^= ticket;
            first_batch += batch == 0;
        }
        return dealt;
    }

    // Returns what the player does not keep.
    u64 keep(Player& me, u64 offered, int least) {
        static constexpr u8 SUBSETS[] = {7, 3, 5, 6, 1, 2, 4};  // of three tickets, those with two or more first
        int n = popcount(offered);
        u64 chosen = n == 3 ? SUBSETS[decide(least == 2 ? 4 : 7)] : 1 + decide((1 << n) - 1);
        u64 kept = _pdep_u64(chosen, offered);
        me.tickets |= kept;
        return offered ^ kept;
    }

    // --- A turn

    // False if there was nothing to do but pass.
    bool turn(Player& me) {
        Routes free = open.without(me.barred);
        int reach = std::min(me.trains, MAX_LENGTH), locomotives = me.hand.locomotives();
        Routes payable[COLOURS + 1];
        int claims_up_to[COLOURS + 1], claims = 0;
        for (int c = 0; c <= COLOURS; c++) {
            int cards = c == LOCOMOTIVE ? locomotives : me.hand[c] ? me.hand[c] + locomotives : 0;
            payable[c] = free & board.payable[c][std::min(cards, reach)];
            claims_up_to[c] = claims += payable[c].count();
        }
        u64 shown = display.present();
        int n_shown = popcount(shown), with_locomotive = n_shown + (display.locomotives() > 0);
        int with_blind = with_locomotive + (deck.total > 0), others = with_blind + (first_batch < n_batches);

        if (claims + others == 0) return decisions++, false;
        int choice = decide(claims + others);
        if (choice < claims) {
            int colour = 0;
            for (int c = 0; c < COLOURS; c++) colour += choice >= claims_up_to[c];
            if (colour > 0) choice -= claims_up_to[colour - 1];
            claim(me, payable[colour].nth(choice), colour, locomotives);
            return true;
        }
        choice -= claims;
        if (choice < n_shown) {
            take_from_display(me, nth_bit(shown, choice) / 8);
            second_draw(me);
        } else if (choice < with_locomotive) {
            take_from_display(me, LOCOMOTIVE);
        } else if (choice < with_blind) {
            me.hand.add(turn_up());
            second_draw(me);
        } else {
            put_back(keep(me, deal_tickets(), 1));
        }
        return true;
    }

    void claim(Player& me, int route, int colour, int locomotives) {
        int length = board.length[route], paid_locomotives = length;
        if (colour != LOCOMOTIVE) {
            int least = std::max(0, length - me.hand[colour]), most = std::min(locomotives, length - 1);
            paid_locomotives = least == most ? least : least + decide(most - least + 1);
        }
        Cards paid;
        paid.add(colour, length - paid_locomotives);
        paid.add(LOCOMOTIVE, paid_locomotives);
        me.hand.colours -= paid.colours, me.hand.total -= paid.total;
        me.trains -= length;
        me.score += POINTS[length];
        me.owned.add(route);
        open.remove(route);
        if (PLAYERS <= 3) open = open.without(board.twin[route]);
        else me.barred.word[0] |= board.twin[route].word[0], me.barred.word[1] |= board.twin[route].word[1];
        discards.add(paid);
        if (deck.total == 0) reshuffle(), fill_display();
    }

    // --- The end

    int ticket_points(const Player& p) const {
        alignas(64) u8 network[MAX_CITIES];
        for (int c = 0; c < MAX_CITIES; c++) network[c] = u8(c);
        for (int w = 0; w < 2; w++)
            for (u64 rest = p.owned.word[w]; rest; rest &= rest - 1) {
                int r = 64 * w + lowest_bit(rest);
                u8 joined = network[board.a[r]], absorbed = network[board.b[r]];
                for (u8& n : network) n = n == absorbed ? joined : n;
            }
        int points = 0;
        for (u64 rest = p.tickets; rest; rest &= rest - 1) {
            const auto& t = board.ticket[lowest_bit(rest)];
            points += network[t.a] == network[t.b] ? t.points : -t.points;
        }
        return points;
    }

    Outcome outcome() {
        Outcome sum{decisions, turns};
        int path[PLAYERS] = {}, longest = 1;
        for (int p = 0; p < PLAYERS; p++) {
            sum.score += player[p].score + ticket_points(player[p]);
            sum.routes += player[p].owned.count();
            if (LONGEST_PATH) path[p] = Trail{board}.longest(player[p].owned);
            sum.longest_path += path[p];
            longest = std::max(longest, path[p]);
        }
        for (int p = 0; p < PLAYERS; p++) sum.score += path[p] == longest ? 10 : 0;
        return sum;
    }

    void check() const {
#ifdef CHECK
        Cards all = deck;
        all.add(display), all.add(discards);
        u64 tickets = 0;
        int n_tickets = 0, routes = 0;
        Routes claimed;
        for (const Player& p : player) {
            all.add(p.hand);
            REQUIRE(p.hand.locomotives() >= 0);
            int trains = p.trains;
            for (int r = 0; r < board.n_routes; r++)
                if (p.owned.has(r)) {
                    trains += board.length[r], claimed.add(r);
                    REQUIRE(!open.has(r) && (p.owned & board.twin[r]).count() == 0);
                }
            REQUIRE(trains == TRAINS && p.trains >= 0);
            tickets |= p.tickets, n_tickets += popcount(p.tickets), routes += p.owned.count();
        }
        for (int i = first_batch; i < n_batches; i++) tickets |= ticket_batch[i], n_tickets += popcount(ticket_batch[i]);
        REQUIRE(all.colours == CARDS_OF_A_COLOUR * EACH && all.locomotives() == LOCOMOTIVES);
        REQUIRE(tickets == ~u64(0) >> (64 - board.n_tickets) && n_tickets == board.n_tickets);
        REQUIRE(claimed.count() == routes && display.total <= DISPLAY && display.locomotives() >= 0);
        REQUIRE(deck.locomotives() >= 0 && discards.locomotives() >= 0);
        REQUIRE(deck.total > 0 || discards.total == 0);
        REQUIRE(display.total == DISPLAY || deck.total == 0);
#endif
    }
};

// ---------------------------------------------------------------------------------------------------------------
// Measuring

struct Mean {
    double sum = 0, squares = 0;

    void add(double x) { sum += x, squares += x * x; }
    double mean(double n) const { return sum / n; }
    double error(double n) const { return std::sqrt((squares / n - mean(n) * mean(n)) / n); }
};

template <int PLAYERS, bool LONGEST_PATH>
void measure(const Board& board, double seconds, u64 seed) {
    using Clock = std::chrono::steady_clock;
    Random random(seed);
    Mean decisions, score, turns, longest_path, routes;
    double games = 0, passed = 0;
    for (auto start = Clock::now(); passed < seconds; passed = std::chrono::duration<double>(Clock::now() - start).count())
        for (int i = 0; i < 256; i++, games++) {
            Outcome game = Game<PLAYERS, LONGEST_PATH>(board, random).play();
            decisions.add(game.decisions), turns.add(game.turns);
            score.add(double(game.score) / PLAYERS), routes.add(double(game.routes) / PLAYERS);
            longest_path.add(double(game.longest_path) / PLAYERS);
        }
    std::printf("{\"games\": %.0f, \"seconds\": %.3f, \"games_per_second\": %.0f, \"decisions_per_second\": %.0f, ", games,
                passed, games / passed, decisions.sum / passed);
    std::printf("\"mean_decisions\": %.4f, \"mean_score\": %.4f, \"mean_turns\": %.4f, \"longest_path_mean\": %.4f, "
                "\"mean_routes\": %.4f, ",
                decisions.mean(games), score.mean(games), turns.mean(games), longest_path.mean(games), routes.mean(games));
    std::printf("\"standard_errors\": {\"mean_decisions\": %.4f, \"mean_score\": %.4f, \"mean_turns\": %.4f, "
                "\"longest_path_mean\": %.4f, \"mean_routes\": %.4f}}\n",
                decisions.error(games), score.error(games), turns.error(games), longest_path.error(games), routes.error(games));
}

template <bool LONGEST_PATH>
bool measure(int players, const Board& board, double seconds, u64 seed) {
    switch (players) {
        case 2: return measure<2, LONGEST_PATH>(board, seconds, seed), true;
        case 3: return measure<3, LONGEST_PATH>(board, seconds, seed), true;
        case 4: return measure<4, LONGEST_PATH>(board, seconds, seed), true;
        case 5: return measure<5, LONGEST_PATH>(board, seconds, seed), true;
    }
    return false;
}

int main(int n, char** argument) {
    static Board board;
    if (n < 4) return std::fprintf(stderr, "usage: yardstick PLAYERS SECONDS SEED [no-longest-path] < board.txt\n"), 2;
    if (!board.read(stdin))
        return std::fprintf(stderr, "standard input is no board: see the top of yardstick.cpp for its form\n"), 2;
    auto run = n > 4 && !std::strcmp(argument[4], "no-longest-path") ? measure<false> : measure<true>;
    if (!run(std::atoi(argument[1]), board, std::atof(argument[2]), std::strtoull(argument[3], nullptr, 10)))
        return std::fprintf(stderr, "PLAYERS is %s; it must be 2, 3, 4 or 5\n", argument[1]), 2;
}
