import type { Color, Role } from 'chessops/types';
import type { Harm } from '../../analysis/investigation/refutation.ts';
import type { TagName } from '../../analysis/tags/names.ts';
import { ordinal, plural } from '../../base/text.ts';
import type { Phase } from '../../chess/game.ts';
import { nameOf } from '../../chess/words.ts';
import { TAG_WORDS } from '../tag-words.ts';

/**
 * What Kibitz says of games and positions, on pages and in terminals as well as in Discord: one part of the English
 * catalogue, long because it is data. An entry is a text with gaps, or a function where grammar needs one.
 */

/** What a lesson counts. */
export type Serious = 'mistake' | 'blunder';
export type Counts = Readonly<Record<Serious | 'inaccuracy', number>>;

/** The best chances that a verdict tells. */
export interface Chances {
  /** One move, or several in a list. */
  moves: string;
  rating: number;
  share: string;
  /** Where it is another. */
  opponent: number | undefined;
}

/** What a line leaves behind: a man with its owner and square, whose it is, and on which file. */
export interface Left {
  own: string;
  side: Color;
  file: string;
}

const SERIOUS: Record<Serious, string> = { mistake: 'mistakes', blunder: 'blunders' };

const howMany = (count: number, one: string, many: string): string =>
  count === 0 ? `no ${many}` : plural(count, one, many);

const against = (opponent: number | undefined): string => (opponent === undefined ? '' : ` against ${opponent}`);

/** What a tactic is called when a player plays it. */
const TACTICS: Partial<Record<TagName, string>> = {
  'pieces.hanging': 'a free piece',
  'pieces.trapped': 'the end of a trapped piece',
  'tactic.backrank': 'a way in on the back rank',
  'tactic.defender': 'the removal of a defender',
};

const aMan = (role: Role): string => (role === 'queen' || role === 'king' ? `the ${role}` : `a ${role}`);
const NUMBERS = ['', '', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

/** What a line leaves behind. */
const HARM: Record<Harm, (left: Left) => string> = {
  'pieces.trapped': ({ own }) => `${own} is trapped`,
  'king.center': ({ side }) => `${nameOf(side)}'s king is stuck in the centre`,
  'king.attackers': ({ side }) => `${nameOf(side)}'s king is under attack`,
  'king.file.open': ({ side, file }) => `the ${file}-file at ${nameOf(side)}'s king is open`,
  'king.shield.missing': ({ side, file }) => `no pawn shields ${nameOf(side)}'s king on the ${file}-file`,
  'pawns.passed.protected': ({ own }) => `${own} is passed and protected`,
  'pawns.passed': ({ own }) => `${own} is passed`,
  'pawns.isolated': ({ own }) => `${own} is isolated`,
  'pawns.doubled': ({ side, file }) => `${nameOf(side)}'s pawns on the ${file}-file are doubled`,
  'pawns.backward': ({ own }) => `${own} is backward`,
  'lines.rook.seventh': ({ own }) => `${own} stands on the seventh rank`,
  'pieces.outpost': ({ own }) => `${own} has an outpost`,
  'pieces.bishops': ({ side }) => `${nameOf(side)} has the bishop pair`,
  'center.space': ({ side }) => `${nameOf(side)} has more space`,
  'pieces.mobility': ({ side }) => `${nameOf(side)}'s pieces are more mobile`,
};

export const reportsEn = {
  // Lists of more than two; the locale's own lists may have another comma before the last.
  'list.last': '{first} and {last}',

  // A verdict: what to play, and what to beware of.
  'verdict.mate': '{move} is mate.',
  'verdict.only-legal': ({ moves, rating, share, opponent }: Chances) =>
    `${moves} is the only legal move: people rated ${rating} score ${share}${against(opponent)} after it.`,
  'verdict.only-good': ({ moves, rating, share, opponent }: Chances) =>
    `${moves} is the only move worth considering: people rated ${rating} score ${share}${against(opponent)} after it.`,
  'verdict.equal': ({ moves, rating, share, opponent }: Chances) =>
    `${moves} give people rated ${rating} about the same chances, the best there are: they score ${share}${against(opponent)}.`,
  'verdict.best': ({ moves, rating, share, opponent }: Chances) =>
    `${moves} gives people rated ${rating} the best chances: they score ${share}${against(opponent)} after it.`,
  'verdict.engine': 'Stockfish prefers {move}, after which they score {share}.',
  'verdict.trap': '{move} sets a trap: {share} of opponents go wrong at once, most often with {reply}.',
  'verdict.others': '{count} {count:other|others}',
  'verdict.short': 'Best chances at {rating}: {moves} ({share}).',
  'verdict.beware': 'Beware of {move}: {played} play it, and it leaves them {left}.',
  'verdict.beware-reply': 'Beware of {move}: {played} play it, and the answer {reply} leaves them {left}.',

  // How a game ended. `what` is one of the first four, `length` one of the next three.
  'game.won': '{winner} beat {loser}',
  'game.side-won': '{winner} won',
  'game.drew': '{white} and {black} drew',
  'game.draw': 'Draw',
  'game.no-moves': 'without a move',
  'game.won-in': 'in {moves} {moves:move|moves}',
  'game.drawn-in': 'in {moves} {moves:move|moves}',
  'game.unfinished': 'unfinished after {moves} {moves:move|moves}',
  'game.open': '{white} against {black}, {length}',
  'win.checkmate': '{what} by checkmate {length}',
  'win.resignation': '{what} by resignation {length}',
  'win.time': '{what} on time {length}',
  'win.abandonment': '{what}, as {loser} left the game, {length}',
  'win.adjudication': '{what} by adjudication {length}',
  'win.rules': '{what} by a ruling {length}',
  'win.unknown': '{what} {length}',
  'draw.stalemate': '{what} by stalemate {length}',
  'draw.dead': '{what}, as neither side can mate, {length}',
  'draw.fifty-moves': '{what} by the fifty-move rule {length}',
  'draw.repetition': '{what} by repetition {length}',
  'draw.agreement': '{what} by agreement {length}',
  'draw.time': '{what}, as time ran out, {length}',
  'draw.adjudication': '{what} by adjudication {length}',
  'draw.rules': '{what} by a ruling {length}',
  'draw.abandonment': '{what}, as the game was abandoned, {length}',
  'draw.unknown': '{what} {length}',
  'game.flagged': ': {loser} ran out of time, but {other} could not mate',
  'game.drawn-on-time': 'Draw {length}: {loser} ran out of time',
  'game.from-position': 'From a set-up position',
  // Above the moments of a game: a draw was decided by nothing.
  'game.decided': 'What decided the game',
  'game.mattered': 'What mattered most',
  'game.won-on-time': '{name} won on time, standing at {standing}.',
  'game.ran-out-of-time': '{name} ran out of time, standing at {standing}.',

  // How both players played.
  'player.accuracy': 'accuracy',
  'player.acpl': 'average centipawn loss',
  'player.inaccuracies': 'inaccuracies ?!',
  'player.mistakes': 'mistakes ?',
  'player.blunders': 'blunders ??',
  'player.played-like': 'played like',
  'player.too-few-moves': 'too few moves to say',
  'player.or-more': '{rating} or more',
  'player.or-less': '{rating} or less',
  'player.at-least': 'at least {rating}',
  'player.at-most': 'at most {rating}',
  'player.none-judged': 'no moves that could be judged',
  'player.accurate': '{accuracy} accuracy',
  'player.lost': ', average centipawn loss {acpl}',
  'player.judged': ({ inaccuracy, mistake, blunder }: Counts) =>
    [
      howMany(inaccuracy, 'inaccuracy', 'inaccuracies'),
      howMany(mistake, 'mistake', 'mistakes'),
      howMany(blunder, 'blunder', 'blunders'),
    ].join(', '),
  'player.like': 'played like {rating}',
  'player.unlike': 'which rating that is like: {why}',

  // Where a review has its knowledge from, without full stops.
  'source.no-people': 'What people play is not known: {problem}',
  'source.range': 'Played like: the range holds nine of ten ratings',
  'source.compared': 'Compared with {people}',
  'source.compared-apart': 'White is compared with {white}, Black with {black}',
  'source.people': '{people}',
  'source.people-unrated': '{people} (no rating in the file)',
  'source.searches': '{count} {count:search|searches} by {engine} of up to {limit}',
  'source.nodes': '{nodes} nodes',
  'source.depth': 'depth {depth}',
  'source.from-pgn': 'Evaluations are those of the PGN',
  'source.predictions': '{count} {count:prediction|predictions} by {model}',
  'source.no-model': 'no human model asked',
  'source.remembered': ', {answers} of these answers remembered',

  // The phases of a game.
  'phase.opening': 'opening',
  'phase.middlegame': 'middlegame',
  'phase.endgame': 'endgame',
  'phase.move': 'move {number}',
  'phase.moves': 'moves {first}–{last}',
  'phase.theory': ', theory up to move {move}',
  'phase.more-accurate': '{name} was more accurate, {own} to {other}',
  'phase.same-accuracy': 'about equally accurate, both {both}',
  'phase.equal-accuracy': 'about equally accurate, {white} and {black}',
  'phase.not-evaluated': 'not evaluated',
  'phase.winning': 'was winning afterwards ({chances})',
  'phase.better': 'stood better afterwards ({chances})',
  'phase.level': '{accuracies}; level afterwards',
  // The more accurate player also stood so; or the other did; or both were as accurate.
  'phase.and': '{accuracies}, and {stood}',
  'phase.but': '{accuracies}, but {name} {stood}',
  'phase.semicolon': '{accuracies}; {name} {stood}',
  'endgame.Pawn': 'pawn endgame',
  'endgame.Minor Piece': 'minor-piece endgame',
  'endgame.Two Minor Piece': 'endgame with two minor pieces each',
  'endgame.Rook + Two Minor Piece': 'endgame with rook and two minor pieces each',
  'endgame.Rook vs Rook (Unequal Minors)': 'rook endgame with unequal minor pieces',
  'endgame.Rook vs Minor Piece': 'endgame of rook against minor piece',
  'endgame.Rook': 'rook endgame',
  'endgame.Double Rook': 'double-rook endgame',
  'endgame.Rook + Minor Piece': 'endgame with rooks and minor pieces',
  'endgame.Heavy Piece': 'heavy-piece endgame',
  'endgame.Asymmetric Heavy Piece': 'heavy-piece endgame with unequal material',
  'endgame.Queen': 'queen endgame',
  'endgame.Queen + Two Minor Piece': 'endgame with queen and two minor pieces each',
  // Often no more than the middle of an exchange: a move later it would be untrue.
  'endgame.Strong Material Imbalance': 'endgame',
  'endgame.Endgame': 'endgame',
  'endgame.Transitional': 'endgame with queens',

  // Moments: what a move made of the position, from how the mover stood before to how after.
  'turn.won.won': 'made a won position harder',
  'turn.won.better': 'let the opponent back into the game',
  'turn.won.level': 'threw away a win',
  'turn.won.worse': 'turned a won position into a worse one',
  'turn.won.lost': 'turned a won position into a lost one',
  'turn.better.won': 'improved a good position',
  'turn.better.better': 'gave back part of the advantage',
  'turn.better.level': 'gave away the advantage',
  'turn.better.worse': 'let the advantage change sides',
  'turn.better.lost': 'turned a better position into a lost one',
  'turn.level.won': 'won a level position',
  'turn.level.better': 'took the lead',
  'turn.level.level': 'gave ground in a level position',
  'turn.level.worse': 'fell behind in a level position',
  'turn.level.lost': 'turned a level position into a lost one',
  'turn.worse.won': 'turned the game around',
  'turn.worse.better': 'turned the game around',
  'turn.worse.level': 'got back into the game',
  'turn.worse.worse': 'made a hard defence harder',
  'turn.worse.lost': 'turned a worse position into a lost one',
  'turn.lost.won': 'turned the game around',
  'turn.lost.better': 'turned the game around',
  'turn.lost.level': 'saved a lost position',
  'turn.lost.worse': 'got back into the game',
  'turn.lost.lost': 'gave away what chances were left',
  // How a won game became a draw with its last move.
  'drawn.stalemate': 'threw away a win by stalemate',
  'drawn.dead': 'left nothing to mate with and threw away a win',
  'drawn.fifty-moves': 'threw away a win by the fifty-move rule',
  'drawn.repetition': 'threw away a win by repetition',
  'moment.great-find': 'was a great find',
  'moment.only-move': 'was the only move',
  'moment.by': 'by {name} {did}',
  'moment.best-was': 'Best was {line}.',
  'moment.best': 'Best: {move}.',
  'moment.missed-mate': 'missed mate in {moves}',
  'moment.allowed-mate': 'walked into mate in {moves}',
  'moment.missed-win': 'missed the win that {move} had offered',
  'moment.missed-chance': 'missed the chance that {move} had offered',
  'moment.got-worse': 'got a worse position',
  'moment.got-lost': 'got a lost position',
  // Two things that one move has done; the first may be a missed offer.
  'moment.and': '{one} and {two}',
  'moment.and-after-offer': '{one} and {two}',
  'praise.moves': 'Well played: {moves}.',
  'praise.move': '{move} by {name} ({why})',
  'praise.found': '{share} of {people} find it',
  'praise.great-find': 'a great find',
  'praise.only-move': 'the only move',
  // How people see a move.
  'people.few-find': 'Few find it: {share} of {people}.',
  'people.out-of-character': 'Out of character: {share} of {people} play this.',
  'people.play': '{share} of {people} play this.',
  'people.play-too': '{share} of {people} play this too.',

  // Lessons: the rest of a sentence that begins with the player's name and a colon.
  'lesson.share': (part: number, whole: number, kinds: readonly Serious[]) => {
    const many = kinds.map(kind => SERIOUS[kind]).join(' and ');
    if (part < whole) return `${part} of ${whole} ${many}`;
    if (whole > 2) return `all ${whole} ${many}`;
    return kinds.length === 1 ? `both ${many}` : 'both the mistake and the blunder';
  },
  'lesson.move': 'move {number}',
  'lesson.moves': 'moves {numbers}',
  'lesson.more': 'more',
  'lesson.seconds': (seconds: number) => plural(seconds, 'second'),
  'lesson.minutes': (minutes: number) => plural(minutes, 'minute'),
  'lesson.was': ': {move} was best',
  'lesson.was-better': ': {move} was better',
  'lesson.clock-lost': 'the clock lost this game, not the position, which stood at {stood}.',
  'lesson.clock-decided': 'the clock decided this game, not the position, which stood at {stood}.',
  'lesson.short': '{share} came with less than {time} left.',
  'lesson.left': ', with {time} left',
  'lesson.hasty': '{share} took {time} or less, with plenty of time left.',
  'lesson.gave-up': 'gave up a game that still offered {chances}.',
  'lesson.was-mate': '{move} was mate in {mate}',
  'lesson.there-was-mate': 'instead of {move} there was a mate in {mate}',
  'lesson.first-missed': ', the first of {mates} mates missed',
  'lesson.allowed': '{move} allowed mate in {mate}',
  'lesson.first-allowed': ', the first of {mates} mates allowed',
  'lesson.stalemate': '{move} was stalemate{rest}.',
  'lesson.got-away': 'a won game got away with {move}.',
  'lesson.not-enough': '{chances} at move {number} was not enough to win.',
  'lesson.unpunished': '{missed} did not punish {gift}{turn}{better}.',
  'lesson.in-return': '{share} came right after one by {name} ({moves}).',
  'lesson.weak': (phase: Phase, example: string | undefined, own: string, whole: string) =>
    `the ${phase} was the weak part${example ? `, most of all ${example}` : ''}: ${own} accuracy there, ${whole} in the whole game.`,
  'lesson.natural': '{share} came naturally: {played} of {people} play {move}, too.',
  'lesson.odd': '{share} were out of character: hardly any {people} play {move}.',
  'lesson.worst': 'the move to remember is {move}{better}.',
  'lesson.most-to-gain': 'no mistakes. There was most to gain at {move}{better}.',
  'lesson.not-evaluated': 'nothing here has been evaluated.',
  'lesson.too-short': 'too short a game to learn much from.',
  'lesson.nothing-wrong': 'no inaccuracies, mistakes or blunders: nothing to mend here.',
  // What to do about it: sentences of their own.
  'advice.faster': 'Play the easy moves faster, to have time for the hard ones.',
  'advice.look-once': 'Before each move, look once at what it allows.',
  'advice.defend': 'Look for a defence once more before giving up.',
  'advice.mate-first': 'When attacking, look for mate before anything else.',
  'advice.checks-first': 'When attacking, look at every check first.',
  'advice.checks-allowed': 'Before each move, look at the checks it allows.',
  'advice.leave-a-move': 'When far ahead, make sure that the opponent still has a move.',
  'advice.when-ahead': 'When ahead, look first at what the opponent can still do.',
  'advice.surprised': 'When a move surprises you, ask what it has left unguarded.',
  'advice.tactics': 'Tactics puzzles are good practice.',
  'advice.look-up': 'Look up how others play it.',
  'advice.second-look': 'A second look before moving helps more here than study.',
  'advice.remember': 'Remember {move} instead.',
  'advice.practise': 'Worth practising: the {endgame}.',
  'advice.theory': 'Theory ended with {move}: look up how the {opening} goes on.',

  // Investigations: which moves look better than they are.
  'investigation.rank': (rank: number) => ordinal(rank),
  'investigation.ranked': '{score}, {rank}',
  'investigation.at-depth': 'depth {depth}: {what}',
  'investigation.near': '{move} is nearly as good as {best} {truth}.',
  'investigation.mates-too': '{move} mates as well.',
  'investigation.fooled': '{move} {looks} (depth {shallow}: {glance}) but {fails} {truth}.',
  'investigation.plain':
    '{move} {looks}, but {fails} {truth}; even depth {shallow} sees that something is wrong ({glance}).',
  'investigation.branch': '{move} {looks}, but {fails}.',
  'investigation.play-it': '{share} of {people} play it.',
  'investigation.play-one': '{share} of {people} play one of them.',
  'investigation.equals': '{moves} are about equally good, and the best ({depth}).',
  'investigation.more': '{count} more',
  'investigation.best': 'Best is {move} ({depth}).',
  'investigation.overlooked': ', at depth {depth} only {rank}',
  'investigation.over': '{result}. There is nothing to investigate.',
  'investigation.only-move': '{move} is the only legal move: nobody can be fooled here.',
  'investigation.limited': 'There was more to look at than {searches} searches, the most for one question.',
  'investigation.agree': 'Nothing here looks better than it is: depth {shallow} and depth {deep} agree.',
  'investigation.hardly-played': 'What looks better than it is here is hardly ever played.',
  'investigation.little-lost':
    'Nothing here looks much better than it is: what a glance (depth {shallow}) likes loses little at depth {deep}.',

  // Men, as the sentences below need them.
  'man.a': aMan,
  'man.the': (role: Role) => `the ${role}`,
  'man.free': (role: Role) => `a free ${role}`,
  'man.new': (role: Role) => `a new ${role}`,
  'man.many': (role: Role, count: number) => `${NUMBERS[count]} ${role}s`,
  'man.own': (role: Role | undefined, side: Color, square: string) =>
    role ? `${nameOf(side)}'s ${role} on ${square}` : square,
  tactic: (name: TagName) => TACTICS[name] ?? `a ${TAG_WORDS[name]}`,

  // Why a move looks good.
  'lure.promotion': 'looks like {man}',
  'lure.free': 'looks like {man}',
  'lure.win': 'seems to win {what}',
  'lure.material': 'material',
  'lure.escape': 'looks like the way out of check',
  'lure.tactic': 'looks like {tactic}',
  'lure.mate-threat': 'threatens mate',
  'lure.trade': 'looks like an even trade',
  'lure.attack': 'attacks {man} on {square}',
  'lure.rescue': 'seems to save {man} on {square}',
  'lure.castling': 'seems to bring the king to safety',
  'lure.check': 'looks forcing, with check',
  'lure.development': 'looks natural, developing {man}',
  'lure.offer': 'looks like a promising offer',
  'lure.plain': 'is a quiet move',

  // Why it is not good, behind "but".
  'fate.ends': '{how}',
  'fate.ends-after': 'after {answer} {how}',
  'ends.checkmate': 'it is mate as well',
  'ends.stalemate': 'it is stalemate',
  'ends.dead': 'neither side can mate then',
  'ends.fifty-moves': 'it is a draw by the fifty-move rule',
  'ends.repetition': 'it is a draw by repetition',
  'fate.mates': '{answer} is mate',
  'fate.mated': '{answer} forces mate in {moves}',
  'fate.mate-missed': 'after {answer} the mate in {moves} that begins with {best} is gone',
  'fate.material': 'loses {what} to {answer}',
  'fate.exchange': 'the exchange',
  'fate.for': '{lost} for {won}',
  'fate.promotion': 'lets a pawn through: {answer}',
  'fate.promotion-later': 'after {answer} a pawn gets through ({move})',
  'fate.tactic': 'runs into {answer}, {tactic}',
  'fate.near': '{best} is a little better',
  'fate.weaker': '{best} is far stronger',
  'fate.holds': '{answer} holds, and little is left of it',
  'fate.fizzles': '{answer} is a good answer, and nothing is left of it',
  'fate.position': 'after {answer} it ends badly: {harm}',
  'fate.better': '{best} is better',
  'fate.strong': '{answer} is a strong answer',

  harm: (name: Harm, left: Left) => HARM[name](left),
} as const;

export type ReportKey = keyof typeof reportsEn;
