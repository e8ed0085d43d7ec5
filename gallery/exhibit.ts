import type { Color } from 'chessops/types';
import type { Gif } from '../src/render/animation.ts';
import type { Picture } from '../src/render/picture.ts';
import { SURROUNDINGS, type SurroundingsName, THEMES, type ThemeName } from '../src/render/theme.ts';

/** One picture of the gallery; `name` is its file's, without the ending. */
export interface Exhibit {
  name: string;
  draw: () => Promise<Picture | Gif>;
}

export interface Section {
  name: string;
  title: string;
  about: string;
  exhibits: readonly Exhibit[];
}

/** A picture that has been written. */
export interface Shown {
  name: string;
  file: string;
  width: number;
  height: number;
  bytes: number;
  alt: string;
}

export interface ShownSection extends Omit<Section, 'exhibits'> {
  shown: Shown[];
  ms: number;
}

export interface Look {
  theme: ThemeName;
  surroundings: SurroundingsName;
}

export const LOOKS: readonly Look[] = THEMES.flatMap(theme =>
  SURROUNDINGS.map(surroundings => ({ theme, surroundings })),
);

const SIDES: readonly Color[] = ['white', 'black'];

/** A picture in every theme and in both surroundings. */
export const everyLook = (name: string, draw: (look: Look) => ReturnType<Exhibit['draw']>): Exhibit[] =>
  LOOKS.map(look => ({ name: `${name}-${look.theme}-${look.surroundings}`, draw: () => draw(look) }));

/** The same for either side at the bottom. */
export const everySide = (
  name: string,
  draw: (look: Look & { orientation: Color }) => ReturnType<Exhibit['draw']>,
): Exhibit[] =>
  SIDES.flatMap(orientation =>
    everyLook(name, look => draw({ ...look, orientation })).map(exhibit => ({
      ...exhibit,
      name: `${exhibit.name}-${orientation}`,
    })),
  );
