export const COLOURS = ["purple", "white", "blue", "yellow", "orange", "black", "red", "green"] as const;
export type Colour = (typeof COLOURS)[number];
export type CardName = Colour | "locomotive";
export const CARDS: readonly CardName[] = [...COLOURS, "locomotive"];
export type Cards = Partial<Record<CardName, number>>;
export type RouteKind = "plain" | "tunnel" | "ferry";

export interface Option {
  name: string;
  values: (string | number | boolean)[];
  about?: string;
}

export interface GameInfo {
  name: string;
  title: string;
  kind: "map" | "cards";
  players: [number, number];
  minutes: [number, number];
  status: "exact" | "reconstruction";
  options: Option[];
  levels: string[];
}

export interface City {
  name: string;
  /** What it is called in other languages. */
  names?: Record<string, string>;
  x: number;
  y: number;
  r: number;
  label: { x: number; y: number; width: number };
}

export interface Route {
  id: number;
  name: string;
  cities: [string, string];
  length: number;
  colour: Colour | "grey";
  kind: RouteKind;
  locomotives: number[];
  exchange: number;
  toll: number;
  track: number;
  size: [number, number];
  spaces: [number, number, number][];
}

export interface Track {
  kind: RouteKind;
  width: number;
  rail: string;
  core: string;
  routes: number[];
  bed?: string;
  portals?: string;
  band?: string;
  coin?: [number, number];
  toll?: number;
}

export interface Ticket {
  id: number;
  name: string;
  cities: [string, string];
  points: number;
  deck?: string;
  neutral?: [string, string] | null;
  cards?: Cards;
}

export interface Plan {
  width: number;
  height: number;
  ground: { shore?: string; home?: string; other?: string; borders?: string; lakes?: string };
  cities: City[];
  tracks: Track[];
  routes: Route[];
  festivals: { cities: string[]; points: number[] }[];
  points: Record<string, number>;
  trains: number;
  stations: number;
  toll_tokens: number;
}

export interface MapGame extends GameInfo, Plan {
  kind: "map";
  tickets: Ticket[];
}

export interface CardGame extends GameInfo {
  kind: "cards";
  tickets: Ticket[];
  bonuses: { city: string; points: number; colour: Colour }[];
}

export type Game = MapGame | CardGame;

export interface Seat {
  name: string;
  score: number;
  trains: number;
  hand_size: number;
  known_cards: Cards;
  ticket_count: number;
  routes: string[];
  stations: string[];
  loans: number;
  /** The Card Game: rows by colour, and what lies on the platform. */
  yard?: Partial<Record<Colour, Cards>>;
  platform?: Cards;
  platform_size?: number;
  done?: string[];
}

export interface Action {
  move: string;
  do: number[];
  kind: string;
  from?: "display" | "deck";
  card?: CardName;
  route?: number;
  cards?: Cards;
  exchange?: boolean;
  city?: string;
  ticket?: number;
  tickets?: number[];
  /** Only the beginning of a move that goes on. */
  more?: boolean;
}

export interface View {
  board: string;
  player: number | null;
  turn: number;
  to_move: number | null;
  asks: string;
  seats: Seat[];
  hand: Cards;
  tickets: string[];
  offer: string[];
  picked: string[];
  display: Cards;
  deck_size: number;
  discards: Cards;
  tickets_left: number;
  ticket_discards: string[];
  tokens: number;
  festivals: Record<string, number>;
  pile: Record<string, number>;
  may_draw_tickets: boolean;
  neutral_routes: string[];
  neutral_trains: number;
  marker: number | null;
  paid: Cards;
  turned: Cards;
  surcharge: number;
  turns_left: number;
  is_over: boolean;
  actions: Action[];
  open?: number[];
  half?: number;
  open_platform?: boolean;
  /** The best set of tickets to complete, while the player chooses. */
  best?: string[];
}

export interface TicketFact {
  cities: [string, string];
  points: number;
}

export interface Score {
  player: string;
  total: number;
  place: number;
  routes?: number;
  tickets?: number;
  completed?: number;
  longest_path?: number;
  longest_path_bonus?: number;
  most_tickets_bonus?: number;
  start?: number;
  toll_bonus?: number;
  loan_points?: number;
  tokens?: number;
  loans?: number;
  festivals?: number;
  stations?: number;
  stations_bonus?: number;
  /** City bonuses won, in the Card Game. */
  bonuses?: number;
  /** Tickets by name, revealed at the end. */
  done?: string[];
  not_done?: string[];
  /** Others' routes that stations use. */
  borrowed?: string[];
  [part: string]: unknown;
}

export interface GameEvent {
  kind: string;
  player?: string | null;
  seat?: number | null;
  turn?: number;
  chance?: boolean;
  cards?: Cards;
  from?: string;
  cities?: [string, string];
  route?: string;
  route_kind?: RouteKind;
  colour?: string;
  length?: number;
  points?: number;
  ticket?: TicketFact;
  tickets?: TicketFact[];
  returned?: TicketFact[];
  city?: string;
  number?: number;
  worth?: number;
  reason?: string;
  text?: string;
  scores?: Score[];
  winners?: string[];
  [more: string]: unknown;
}
