export const THEMES = ['brown', 'blue', 'green', 'high-contrast'] as const;
export type ThemeName = (typeof THEMES)[number];

export const SURROUNDINGS = ['dark', 'light'] as const;
export type SurroundingsName = (typeof SURROUNDINGS)[number];

export const ARROW_COLOURS = ['green', 'blue', 'yellow', 'red', 'purple', 'grey'] as const;
export type ArrowColour = (typeof ARROW_COLOURS)[number];

/** Six digits. */
export type Hex = `#${string}`;

/** A colour for light and one for dark squares. */
export interface SquareColours {
  light: Hex;
  dark: Hex;
}

export interface BoardTheme {
  squares: SquareColours;
  lastMove: SquareColours;
  selected: SquareColours;
  /** The middle of the glow under a king in check. */
  check: Hex;
  arrows: Record<ArrowColour, Hex>;
  /** Win rates from bad over even to good. */
  scale: readonly [bad: Hex, even: Hex, good: Hex];
}

export interface SurroundingsTheme {
  background: Hex;
  /** Behind things that stand apart from the background: the strip of the side to move, plots. */
  panel: Hex;
  line: Hex;
  ink: Hex;
  muted: Hex;
  accent: Hex;
  accentInk: Hex;
}

const ARROWS: Record<ArrowColour, Hex> = {
  green: '#15781b',
  blue: '#1f5fb4',
  yellow: '#e0a100',
  red: '#b3261e',
  purple: '#7b3fa0',
  grey: '#4a4a4a',
};

// Apart for every kind of colour blindness: Okabe and Ito, https://jfly.uni-koeln.de/color/
const SAFE_ARROWS: Record<ArrowColour, Hex> = {
  green: '#00795a',
  blue: '#0058a3',
  yellow: '#f0b400',
  red: '#c84a00',
  purple: '#a8478a',
  grey: '#262626',
};

const SCALE = ['#cf3626', '#e0a60a', '#1d8f2e'] as const;
// The grey is seen on the dark squares and on dark surroundings.
const SAFE_SCALE = ['#c84a00', '#636363', '#0058a3'] as const;

export const BOARD_THEMES: Record<ThemeName, BoardTheme> = {
  brown: {
    squares: { light: '#f0d9b5', dark: '#b58863' },
    lastMove: { light: '#d3d679', dark: '#aaa23f' },
    selected: { light: '#9cc3a2', dark: '#6a9a78' },
    check: '#e8261c',
    arrows: ARROWS,
    scale: SCALE,
  },
  blue: {
    squares: { light: '#dee6ec', dark: '#8aa3b8' },
    lastMove: { light: '#b9dba0', dark: '#86b077' },
    selected: { light: '#f2d488', dark: '#cfa957' },
    check: '#e8261c',
    arrows: ARROWS,
    scale: SCALE,
  },
  green: {
    squares: { light: '#eeeed5', dark: '#7c9a5a' },
    lastMove: { light: '#f4ee7c', dark: '#bfc63a' },
    selected: { light: '#a9cbe0', dark: '#6d9fc0' },
    check: '#e8261c',
    arrows: ARROWS,
    scale: SCALE,
  },
  'high-contrast': {
    squares: { light: '#ffffff', dark: '#8f9aa6' },
    lastMove: { light: '#ffe08a', dark: '#e0ac2b' },
    selected: { light: '#9fd0f5', dark: '#5aa6de' },
    check: '#d13b00',
    arrows: SAFE_ARROWS,
    scale: SAFE_SCALE,
  },
};

export const SURROUNDING_COLOURS: Record<SurroundingsName, SurroundingsTheme> = {
  dark: {
    background: '#1f2023',
    panel: '#2b2d31',
    line: '#45484f',
    ink: '#f2f3f5',
    muted: '#a9adb5',
    accent: '#e0a526',
    accentInk: '#1a1a1a',
  },
  light: {
    background: '#fbfaf8',
    panel: '#eceae6',
    line: '#cfccc6',
    ink: '#1d1e20',
    muted: '#5d6068',
    accent: '#8f5f00',
    accentInk: '#ffffff',
  },
};

export interface PictureTheme {
  board: BoardTheme;
  surroundings: SurroundingsTheme;
}

export const themeOf = (name: ThemeName = 'brown', surroundings: SurroundingsName = 'dark'): PictureTheme => ({
  board: BOARD_THEMES[name],
  surroundings: SURROUNDING_COLOURS[surroundings],
});

const channels = (colour: Hex): number[] => [1, 3, 5].map(index => Number.parseInt(colour.slice(index, index + 2), 16));

/** Between two colours; `share` 0 is the first. */
export function mix(from: Hex, to: Hex, share: number): Hex {
  const other = channels(to);
  const mixed = channels(from).map((value, index) => Math.round(value + ((other[index] as number) - value) * share));
  return `#${mixed.map(value => value.toString(16).padStart(2, '0')).join('')}`;
}

/** How bright a colour is, 0 to 1: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(colour: Hex): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map(value => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Letters on a colour: white for as long as they stand out by 3 to 1. */
export const inkOn = (colour: Hex): Hex => (1.05 / (luminance(colour) + 0.05) >= 3 ? '#ffffff' : '#1a1a1a');

/** Small letters on a colour: whichever is read more easily, at least 4.5 to 1. */
export const smallInkOn = (colour: Hex): Hex => (luminance(colour) > 0.179 ? '#000000' : '#ffffff');

/** Most win rates lie around one half: from 30 % down and from 70 % up, good and bad are as plain as they get. */
const DECIDED = 0.4;

/** A colour for a win rate in [0,1] of the side it is told for. */
export function winrateColour(winrate: number, { scale: [bad, even, good] }: BoardTheme): Hex {
  const share = Math.max(0, Math.min(1, 0.5 + (winrate - 0.5) / DECIDED));
  return share < 0.5 ? mix(bad, even, share * 2) : mix(even, good, share * 2 - 1);
}
