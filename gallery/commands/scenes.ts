import { readFileSync } from 'node:fs';
import { PermissionFlagsBits } from 'discord.js';
import { en } from '../../src/present/catalogue/en.ts';
import type { Discord } from '../../test/support/discord/discord.ts';
import type { User } from '../../test/support/discord/user.ts';
import type { Loopback } from '../../test/support/lichess/loopback.ts';
import { lichessPgn } from '../../test/support/lichess/pgn.ts';
import { type Act, asks, isRefused, picks, presses, says, types, unasked, uses, writes } from './acts.ts';

/** What people do in the documentation of the commands, one thing after the other. */

export interface Take extends Act {
  /** Of its place in the page, and of its picture. */
  name: string;
}

const take = (name: string, act: Act): Take => ({ name, ...act });

/** Most people develop the other knight, and are mated on the next move. */
const CARO_KANN = 'e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nd7 Qe2';
/** White has left the queen to be taken: https://en.wikipedia.org/wiki/Légal_Trap */
const LEGAL = 'e4 e5 Nf3 d6 Bc4 Nc6 Nc3 Bg4 Nxe5';
/** A king that catches two pawns at once: https://en.wikipedia.org/wiki/Réti_endgame_study */
const RETI = '7K/8/k1P5/7p/8/8/8/8 w - - 0 1';
/** Vancouver 1971, the fourth game: every book has this endgame. */
const FISCHER = `[White "Fischer"] [Black "Taimanov"]
1. e4 c5 2. Nf3 Nc6 3. d4 cxd4 4. Nxd4 Qc7 5. Nc3 e6 6. g3 a6 7. Bg2 Nf6 8. O-O Nxd4 9. Qxd4 Bc5 10. Bf4 d6 11. Qd2 h6
12. Rad1 e5 13. Be3 Bg4 14. Bxc5 dxc5 15. f3 Be6 16. f4 Rd8 17. Nd5 Bxd5 18. exd5 e4 19. Rfe1 Rxd5 20. Rxe4+ Kd8 21. Qe2
Rxd1+ 22. Qxd1+ Qd7 23. Qxd7+ Kxd7 24. Re5 b6 25. Bf1 a5 26. Bc4 Rf8 27. Kg2 Kd6 28. Kf3 Nd7 29. Re3 Nb8 30. Rd3+ Kc7 31. c3
Nc6 32. Re3 Kd6 33. a4 Ne7 34. h3 Nc6 35. h4 h5 36. Rd3+ Kc7 37. Rd5 f5 38. Rd2 Rf6 39. Re2 Kd7 40. Re3 g6 41. Bb5 Rd6
42. Ke2 Kd8 43. Rd3 Kc7 44. Rxd6 Kxd6 45. Kd3 Ne7 46. Be8 Kd5 47. Bf7+ Kd6 48. Kc4 Kc6 49. Be8+ Kb7 50. Kb5 Nc8 51. Bc6+ Kc7
52. Bd5 Ne7 53. Bf7 Kb7 54. Bb3 Ka7 55. Bd1 Kb7 56. Bf3+ Kc7 57. Ka6 Ng8 58. Bd5 Ne7 59. Bc4 Nc6 60. Bf7 Ne7 61. Be8 Kd8
62. Bxg6 Nxg6 63. Kxb6 Kd7 64. Kxc5 Ne7 65. b4 axb4 66. cxb4 Nc8 67. a5 Nd6 68. b5 Ne4+ 69. Kb6 Kc8 70. Kc6 Kb8 71. b6 1-0`;

const readGame = (name: string): Buffer => readFileSync(new URL(`../../assets/games/${name}.pgn`, import.meta.url));

/** Runs Kibitz, and manages the server. */
export const ownerOf = (discord: Discord): User =>
  discord.user('anna', { permissions: PermissionFlagsBits.ManageGuild });

export async function* perform(discord: Discord, lichess: Loopback): AsyncGenerator<Take> {
  const anna = ownerOf(discord);
  const ben = discord.user('ben');
  yield* analysis(anna);
  yield* review(anna, ben);
  yield* investigation(anna);
  yield take('eval', await types(anna, '/eval', { position: 'e4 e5 Nf3 f6 Nxe5' }));
  yield take('board', await types(anna, '/board', { position: RETI, theme: 'green' }));
  yield take('phases', await types(anna, '/phases', { game: FISCHER }));
  yield take('gif', await types(anna, '/gif', { game: `${LEGAL} Bxd1 Bxf7+ Ke7 Nd5#` }));
  yield* play(anna);
  yield* fromLichess(discord, lichess);
  yield* live(discord, lichess);
  yield* posted(discord);
  yield take('match', await types(anna, '/match', { games: 4 }));
  yield take('status', await types(anna, '/status'));
  yield take('help', await types(anna, '/help'));
  yield take('settings', await types(anna, '/settings', { rating: 1200, theme: 'blue' }));
}

/** The tree is seen best where people go wrong; how the third likeliest position looks tells what a preview is. */
const RISKY = 'Qa5+';
const THIRD = 2;

async function* analysis(anna: User): AsyncGenerator<Take> {
  const asked = await types(anna, '/analyze', { position: CARO_KANN, rating: 1500 });
  yield take('analyze', asked);
  const { message } = asked;
  yield take('tree', await picks(anna, message, ({ label }) => label.includes(RISKY)));
  const place = message.menus.at(-1)?.options[THIRD]?.label;
  yield take('preview', await picks(anna, message, ({ label }) => label === place));
}

async function* review(anna: User, ben: User): AsyncGenerator<Take> {
  const asked = await types(anna, '/review', { file: { name: 'club.pgn', bytes: readGame('club') } });
  yield take('review', asked);
  const { message } = asked;
  yield take('mistake', await picks(anna, message, ({ label }) => label.startsWith('22. Bxd8')));
  yield take('why', await asks(anna, message, 'Investigate'));
  const own = await asks(ben, message, 'Previous mistake');
  yield take('alone', own);
  yield take('shared', await asks(ben, own.message, 'Share'));
  await presses(anna, message, 'Back to analysis');
  yield take('animation', await presses(anna, message, 'GIF'));
}

async function* investigation(anna: User): AsyncGenerator<Take> {
  const asked = await types(anna, '/investigate', { position: LEGAL });
  yield take('investigate', asked);
  yield take('branch', await picks(anna, asked.message, () => true));
}

const [OVER, RUNNING] = ['KibitzGm', 'KibitzLi'];

async function* fromLichess(discord: Discord, lichess: Loopback): AsyncGenerator<Take> {
  const ben = discord.user('ben');
  const moves = '1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#';
  lichess.games.set(OVER, lichessPgn(OVER, moves, { White: 'Rookie22', Black: 'BenPlaysChess' }));
  lichess.games.set(RUNNING, lichessPgn(RUNNING, '1. e4 e5', { Result: '*', Termination: 'Unterminated' }));
  const perfs = { blitz: { rating: 1695, games: 812 }, rapid: { rating: 1742, games: 230 } };
  lichess.users.set('benplayschess', JSON.stringify({ id: 'benplayschess', username: 'BenPlaysChess', perfs }));
  yield take('link', await types(ben, '/link', { lichess: 'BenPlaysChess' }));
  yield take('link-reply', await says(discord, ben, `${lichess.url}/${OVER}`));
  yield take('fair-play', await isRefused(ben, '/analyze', { position: `${lichess.url}/${RUNNING}` }));
}

/** Half-moves of a game that is being played; Lichess shows others all but the last of them. */
const LIVE =
  'e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6 c1e3 e7e5 d4b3 c8e6 f2f3 f8e7 d1d2 e8g8 e1c1 b8d7'.split(' ');

async function* live(discord: Discord, lichess: Loopback): AsyncGenerator<Take> {
  const ben = discord.user('ben');
  const [dana, emil] = [lichess.account('Dana', { rating: 2104 }), lichess.account('Emil', { rating: 2077 })];
  const clock = { limit: 600, increment: 5 };
  const challenge = lichess.challenge({ from: dana, to: emil, color: 'white', rated: true, clock });
  lichess.accept(challenge, emil);
  for (const [index, uci] of LIVE.entries()) challenge.round?.play(index % 2 === 0 ? 'white' : 'black', uci);
  yield take('watch', await types(ben, '/watch', { game: `${lichess.url}/${challenge.id}` }));
  const message = await unasked(discord, ({ text, attachments }) => text.includes('Dana') && attachments.length > 0);
  yield take('watched', { did: 'In the channel:', message });
  yield take('unwatch', await types(ben, '/unwatch'));
  // Its clocks would run for ever.
  challenge.round?.resign('black');
}

async function* posted(discord: Discord): AsyncGenerator<Take> {
  const [anna, ben] = [ownerOf(discord), discord.user('ben')];
  yield take('menu', await uses(anna, en.messageMenu, ben, `Can I take the queen? ${LEGAL}`));
}

async function* play(anna: User): AsyncGenerator<Take> {
  const { message } = await types(anna, '/play', { rating: 1200, color: 'white' });
  await picks(anna, message, ({ label }) => label === 'e4');
  yield take('play', await writes(anna, message, 'Type a move', 'Nf3'));
}
