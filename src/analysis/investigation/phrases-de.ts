import type { Role, SquareName } from 'chessops/types';
import { parseSquare } from 'chessops/util';
import { WORTH } from '../../chess/exchange.ts';
import type { Outcome } from '../../chess/history.ts';
import type { Position } from '../../chess/position.ts';
import { nameOf } from '../../chess/words.ts';
import type { Tag, TagName } from '../tags/names.ts';
import type { Fate, Harm } from './fate.ts';
import { counted, lossOf } from './loss.ts';
import type { Lure } from './lure.ts';
import type { Named, Phrasing } from './phrases.ts';

/** Why a move looks good, and why it is not, in German. What follows "aber" is a clause with a subject of its own. */

/** What a tactic is called when it is a move that somebody plays; the others are never told of one. */
const TACTICS: Partial<Record<TagName, string>> = {
  'pieces.hanging': 'eine Figur umsonst',
  'pieces.trapped': 'das Ende einer gefangenen Figur',
  'tactic.fork': 'eine Gabel',
  'tactic.pin.absolute': 'eine Fesselung',
  'tactic.pin.relative': 'eine Fesselung',
  'tactic.skewer': 'ein Spieß',
  'tactic.discovered': 'ein Abzugsangriff',
  'tactic.double': 'ein Doppelangriff',
  'tactic.backrank': 'ein Weg auf die Grundreihe',
  'tactic.defender': 'die Beseitigung eines Verteidigers',
};
const tacticWords = (name: TagName): string => TACTICS[name] ?? 'eine taktische Idee';

/** Whom something happens to. */
const A_MAN: Record<Role, string> = {
  pawn: 'einen Bauern',
  knight: 'einen Springer',
  bishop: 'einen Läufer',
  rook: 'einen Turm',
  queen: 'die Dame',
  king: 'den König',
};
const THE_MAN: Record<Role, string> = {
  pawn: 'den Bauern',
  knight: 'den Springer',
  bishop: 'den Läufer',
  rook: 'den Turm',
  queen: 'die Dame',
  king: 'den König',
};
const A_NEW_MAN: Record<Role, string> = {
  pawn: 'einen neuen Bauern',
  knight: 'einen neuen Springer',
  bishop: 'einen neuen Läufer',
  rook: 'einen neuen Turm',
  queen: 'eine neue Dame',
  king: 'einen neuen König',
};
const MEN: Record<Role, string> = {
  pawn: 'Bauern',
  knight: 'Springer',
  bishop: 'Läufer',
  rook: 'Türme',
  queen: 'Damen',
  king: 'Könige',
};
const NUMBERS = ['', '', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht'];

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} und ${words.at(-1)}`;

/** What a capture seems to win if both sides go on taking. */
function gainWords({ role, gain }: Extract<Lure, { kind: 'capture' }>): string {
  if (gain === 1) return A_MAN.pawn;
  if (role === 'queen') return A_MAN.queen;
  return role === 'rook' && gain === 2 ? 'die Qualität' : 'Material';
}

/** `scheint einen Bauern umsonst zu gewinnen` */
function lure(one: Lure): string {
  switch (one.kind) {
    case 'promotion':
      return `scheint ${A_NEW_MAN[one.role]} zu bringen`;
    case 'capture':
      return one.gain >= WORTH[one.role]
        ? `scheint ${A_MAN[one.role]} umsonst zu gewinnen`
        : `scheint ${gainWords(one)} zu gewinnen`;
    case 'escape':
      return 'scheint das Schach abzuwehren';
    case 'tactic':
      return `sieht aus wie ${tacticWords(one.name)}`;
    case 'mate-threat':
      return 'droht matt';
    case 'trade':
      return 'sieht aus wie ein gleicher Abtausch';
    case 'attack':
      return `greift ${THE_MAN[one.role]} auf ${one.square} an`;
    case 'rescue':
      return `scheint ${THE_MAN[one.role]} auf ${one.square} zu retten`;
    case 'castling':
      return 'scheint den König in Sicherheit zu bringen';
    case 'check':
      return 'sieht zwingend aus, mit Schach';
    case 'development':
      return `sieht natürlich aus und entwickelt ${THE_MAN[one.role]}`;
    case 'offer':
      return 'sieht aus wie ein vielversprechendes Opfer';
    case 'plain':
      return 'ist ein ruhiger Zug';
  }
}

/** `die Dame`, `einen Turm und zwei Bauern` */
const menWords = (roles: readonly Role[]): string =>
  listed(counted(roles).map(([role, count]) => (count === 1 ? A_MAN[role] : `${NUMBERS[count]} ${MEN[role]}`)));

/** `die Dame für einen Turm`, `die Qualität und einen Bauern` */
function lossWords(fate: Extract<Fate, { kind: 'material' }>): string {
  const { exchange, lost, won } = lossOf(fate.lost, fate.won);
  const what = listed([...(exchange ? ['die Qualität'] : []), ...(lost.length > 0 ? [menWords(lost)] : [])]);
  return `${what}${won.length > 0 ? ` für ${menWords(won)}` : ''}`;
}

/** After `nach Rb8`, or after `dann`. */
const ENDS: Record<Outcome, string> = {
  checkmate: 'ist es ebenfalls matt',
  stalemate: 'ist es patt',
  dead: 'kann keine Seite mehr matt setzen',
  'fifty-moves': 'ist es remis nach der Fünfzig-Züge-Regel',
  repetition: 'ist es remis durch Stellungswiederholung',
};

/** `Rb8 gewinnt die Dame` */
function fate(one: Fate, { answer, best, last }: Named): string {
  switch (one.kind) {
    case 'ends':
      return `${one.byAnswer ? `nach ${answer}` : 'dann'} ${ENDS[one.ending]}`;
    case 'mated':
      return one.moves === 1 ? `${answer} setzt matt` : `${answer} erzwingt Matt in ${one.moves}`;
    case 'mate-missed':
      return `nach ${answer} ist das Matt in ${one.moves} dahin, das mit ${best} beginnt`;
    case 'material':
      return `${answer} gewinnt ${lossWords(one)}`;
    case 'promotion':
      return one.san === answer
        ? `ein Bauer kommt durch: ${answer}`
        : `nach ${answer} kommt ein Bauer durch (${one.san})`;
    case 'tactic':
      return `dann kommt ${answer}, ${tacticWords(one.name)}`;
    case 'near':
      return `${best} ist etwas besser`;
    case 'weaker':
      return `${best} ist viel stärker`;
    case 'fizzles':
      return one.ahead
        ? `${answer} hält, und wenig bleibt davon übrig`
        : `${answer} ist eine gute Antwort, und nichts bleibt davon übrig`;
    case 'position':
      return `nach ${answer} geht es schlecht aus: ${harmWords(one.tag, last.after)}`;
    case 'plain':
      return answer === undefined ? `${best} ist besser` : `${answer} ist eine starke Antwort`;
  }
}

/** A man as the subject of a sentence, with the ending that his colour has before him. */
const SUBJECTS: Record<Role, readonly [article: string, name: string]> = {
  pawn: ['der', 'Bauer'],
  knight: ['der', 'Springer'],
  bishop: ['der', 'Läufer'],
  rook: ['der', 'Turm'],
  queen: ['die', 'Dame'],
  king: ['der', 'König'],
};
const COLOURS = { white: 'weiße', black: 'schwarze' } as const;

/** What a line leaves behind. {side} is a name, {colour} how it stands before a man, {own} a man, {file} that of the last square. */
const HARM: Record<Harm, string> = {
  'pieces.trapped': '{own} ist gefangen',
  'king.center': 'der {colour} König steckt in der Mitte fest',
  'king.attackers': 'der {colour} König steht unter Beschuss',
  'king.file.open': 'die {file}-Linie beim {colour}n König ist offen',
  'pawns.passed.protected': '{own} ist ein gedeckter Freibauer',
  'pawns.passed': '{own} ist ein Freibauer',
  'lines.rook.seventh': '{own} steht auf der siebten Reihe',
  'king.shield.missing': 'auf der {file}-Linie schützt kein Bauer den {colour}n König',
  'pieces.outpost': '{own} hat einen Vorposten',
  'pawns.isolated': '{own} ist isoliert',
  'pawns.doubled': '{side} hat einen Doppelbauern auf der {file}-Linie',
  'pawns.backward': '{own} ist rückständig',
  'pieces.bishops': '{side} hat das Läuferpaar',
  'center.space': '{side} hat mehr Raum',
  'pieces.mobility': 'die Figuren von {side} sind beweglicher',
};

function harmWords({ name, side, squares }: Tag & { name: Harm }, { board }: Position): string {
  const man = (square: SquareName): string => {
    const role = board.getRole(parseSquare(square));
    const [article, called] = role ? SUBJECTS[role] : ['die', 'Figur'];
    return `${article} ${COLOURS[side]} ${called} auf ${square}`;
  };
  const parts: Record<string, string> = {
    side: nameOf(side, 'de'),
    colour: COLOURS[side],
    own: squares[0] ? man(squares[0]) : '',
    file: squares.at(-1)?.charAt(0) ?? '',
  };
  return HARM[name].replace(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? '');
}

export const german: Phrasing = { lure, fate };
