import type { Weight } from '../../../render/fonts.ts';

/** Letters as the page has them. */
export const font = (size: number, weight: Weight = 'regular'): string =>
  `${weight === 'bold' ? 'bold ' : ''}${size}px system-ui, "Noto Sans", sans-serif`;
