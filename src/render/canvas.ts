/**
 * The one door to the canvas. The library reads the machine's fonts while it is being loaded, unless it is told not to
 * before that; hence the late import. Pictures are then the same on a machine with a thousand fonts and on one with
 * none.
 */
process.env.DISABLE_SYSTEM_FONTS_LOAD = '1';
const library = await import('@napi-rs/canvas');

export const { createCanvas, GlobalFonts, loadImage } = library;
export type { Canvas, CanvasGradient, Image, SKRSContext2D as Context } from '@napi-rs/canvas';
