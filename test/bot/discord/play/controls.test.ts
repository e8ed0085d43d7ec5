import { ComponentType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import type { ComponentRow } from '../../../../src/bot/discord/core/reply.ts';
import { moveDialog, moveMenus, resignButtons, turnButtons } from '../../../../src/bot/discord/play/controls.ts';
import { legalMoves, type Position, startPosition } from '../../../../src/chess/position.ts';
import { voiceOf } from '../../../../src/present/catalogue/voice.ts';
import { positionOf } from '../../../support/positions.ts';

const game = { id: 'x'.repeat(16), version: 123_456 };
const voice = voiceOf('en-GB');

const menusIn = (rows: ComponentRow[]) =>
  rows.flatMap(({ components }) => components).flatMap(one => (one.type === ComponentType.StringSelect ? [one] : []));
const valuesOf = (rows: ComponentRow[], actions: readonly string[]) =>
  menusIn(rows)
    .filter(({ custom_id: id }) => actions.some(action => id.endsWith(`:${action}`)))
    .flatMap(({ options }) => options.map(({ value }) => value));

/** All moves that can be reached with the menus. */
function reachable(position: Position): string[] {
  const first = moveMenus(game, position, voice);
  const pieces = valuesOf(first, ['piece']);
  if (pieces.length === 0) return valuesOf(first, ['move']);
  expect(valuesOf(first, ['move', 'more'])).toEqual([]);
  return legalMoves(position)
    .map(({ move }) => move.from)
    .filter((from, index, all) => all.indexOf(from) === index)
    .flatMap(from => {
      const rows = moveMenus(game, position, voice, from);
      expect(rows.length).toBeLessThanOrEqual(4);
      expect(menusIn(rows)[0]?.options.filter(one => one.default)).toHaveLength(1);
      for (const { options } of menusIn(rows)) expect(options.length).toBeLessThanOrEqual(25);
      for (const { description } of menusIn(rows).flatMap(({ options }) => options))
        expect((description ?? '').length).toBeLessThanOrEqual(100);
      return valuesOf(rows, ['move', 'more']);
    });
}

describe('the menus', () => {
  it('have all moves in one where they fit', () => {
    const [menu, ...others] = menusIn(moveMenus(game, startPosition(), voice));
    expect(others).toEqual([]);
    expect(menu?.options.map(({ label }) => label).slice(0, 4)).toEqual(['a3', 'a4', 'b3', 'b4']);
    expect(menu?.options).toHaveLength(20);
    expect(menu?.custom_id).toBe(`k1:play:${game.id}:123456:move`);
  });

  it.each([
    ['the start', startPosition()],
    ['a middlegame', positionOf('r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9')],
    ['a queen alone', positionOf('8/7k/8/8/3Q4/8/8/K7 w - - 0 1')],
    // https://www.chessprogramming.org/Chess_Position: the most moves that any position has
    ['218 moves', positionOf('R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1')],
    ['promotions', positionOf('1n1n4/P1P1P3/8/7k/8/8/1P2PPPP/RNBQKBNR w KQ - 0 1')],
  ])('lead to every move in %s, once', (_, position) => {
    expect(reachable(position).toSorted()).toEqual(
      legalMoves(position)
        .map(({ uci }) => uci)
        .toSorted(),
    );
  });

  it('call pieces by their names, in the language of the player', () => {
    const position = positionOf('r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9');
    const labels = (locale: string) =>
      menusIn(moveMenus(game, position, voiceOf(locale)))[0]?.options.map(({ label }) => label);
    expect(labels('en-GB')).toContain('Knight f3');
    expect(labels('de')).toContain('Springer f3');
  });
});

describe('the buttons', () => {
  it.each(['en-GB', 'de'])('have different ids, and labels that fit, in %s', locale => {
    const rows = [turnButtons(game, voiceOf(locale)), resignButtons(game, voiceOf(locale))];
    const buttons = rows.flatMap(({ components }) => components) as { custom_id: string; label: string }[];
    expect(new Set(buttons.map(({ custom_id: id }) => id)).size).toBe(buttons.length);
    for (const { label } of buttons) expect(label.length).toBeLessThanOrEqual(80);
    expect(moveDialog(game, voiceOf(locale)).components[0]?.label.length).toBeLessThanOrEqual(45);
  });
});
