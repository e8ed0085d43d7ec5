import type { Color, Role } from 'chessops/types';
import type { Harm } from '../../analysis/investigation/refutation.ts';
import type { TagName } from '../../analysis/tags/names.ts';
import type { Phase } from '../../chess/game.ts';
import { translation } from './catalogue.ts';
import type { Chances, Counts, Left, Serious } from './en-reports.ts';

/** The German catalogue: all that Kibitz says in German, in one file that is long because it is data. */

const POSITION = { name: 'stellung', description: 'Eine FEN, Züge wie e4 e5 Nf3, eine PGN oder ein Lichess-Link' };
const GAME = { name: 'partie', description: 'Ein Lichess-Link oder eine PGN' };
const THEME = { name: 'farben', description: 'Die Farben des Bretts' };

const against = (opponent: number | undefined): string => (opponent === undefined ? '' : ` gegen ${opponent}`);

const howMany = (count: number, one: string, many: string): string =>
  count === 0 ? `keine ${many}` : `${count} ${count === 1 ? one : many}`;

const SERIOUS: Record<Serious, string> = { mistake: 'Fehler', blunder: 'Patzer' };
const OF_SERIOUS: Record<Serious, string> = { mistake: 'Fehlern', blunder: 'Patzern' };

const THE_PHASE: Record<Phase, string> = {
  opening: 'die Eröffnung',
  middlegame: 'das Mittelspiel',
  endgame: 'das Endspiel',
};

/** What a tactic is called when a player plays it; the others are never told of a move. */
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

/** Men as the object of a sentence. */
const OBJECT: Record<Role, string> = {
  pawn: 'Bauern',
  knight: 'Springer',
  bishop: 'Läufer',
  rook: 'Turm',
  queen: 'Dame',
  king: 'König',
};
const theMan = (role: Role): string => `${role === 'queen' ? 'die' : 'den'} ${OBJECT[role]}`;
const aMan = (role: Role): string => (role === 'queen' || role === 'king' ? theMan(role) : `einen ${OBJECT[role]}`);
const aNewMan = (role: Role): string => `${role === 'queen' ? 'eine neue' : 'einen neuen'} ${OBJECT[role]}`;

const MEN: Record<Role, string> = {
  pawn: 'Bauern',
  knight: 'Springer',
  bishop: 'Läufer',
  rook: 'Türme',
  queen: 'Damen',
  king: 'Könige',
};
const NUMBERS = ['', '', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht'];

const SIDES = { white: 'Weiß', black: 'Schwarz' } as const;
const COLOURS: Record<Color, string> = { white: 'weiße', black: 'schwarze' };

/** A man as the subject of a sentence, with his colour before him. */
const ownMan = (role: Role, colour: string): string =>
  `${role === 'queen' ? 'die' : 'der'} ${colour} ${role === 'pawn' ? 'Bauer' : OBJECT[role]}`;

/** What a line leaves behind. */
const HARM: Record<Harm, (left: Left) => string> = {
  'pieces.trapped': ({ own }) => `${own} ist gefangen`,
  'king.center': ({ side }) => `der ${COLOURS[side]} König steckt in der Mitte fest`,
  'king.attackers': ({ side }) => `der ${COLOURS[side]} König steht unter Beschuss`,
  'king.file.open': ({ side, file }) => `die ${file}-Linie beim ${COLOURS[side]}n König ist offen`,
  'king.shield.missing': ({ side, file }) => `auf der ${file}-Linie schützt kein Bauer den ${COLOURS[side]}n König`,
  'pawns.passed.protected': ({ own }) => `${own} ist ein gedeckter Freibauer`,
  'pawns.passed': ({ own }) => `${own} ist ein Freibauer`,
  'pawns.isolated': ({ own }) => `${own} ist isoliert`,
  'pawns.doubled': ({ side, file }) => `${SIDES[side]} hat einen Doppelbauern auf der ${file}-Linie`,
  'pawns.backward': ({ own }) => `${own} ist rückständig`,
  'lines.rook.seventh': ({ own }) => `${own} steht auf der siebten Reihe`,
  'pieces.outpost': ({ own }) => `${own} hat einen Vorposten`,
  'pieces.bishops': ({ side }) => `${SIDES[side]} hat das Läuferpaar`,
  'center.space': ({ side }) => `${SIDES[side]} hat mehr Raum`,
  'pieces.mobility': ({ side }) => `die Figuren von ${SIDES[side]} sind beweglicher`,
};

export const de = translation({
  commands: {
    analyze: {
      name: 'analyse',
      description: 'Welche Züge geben Menschen hier die besten Chancen? Mit Stockfish und Maia',
      options: {
        position: {
          name: 'stellung',
          description: 'FEN, Züge, PGN oder Lichess-Link. Nichts Laufendes: Eine bloße Stellung kann ich nicht prüfen',
        },
        threshold: { name: 'schwelle', description: 'Nur Züge verfolgen, die mindestens so viele Menschen spielen' },
        depth: { name: 'tiefe', description: 'Wie tief Stockfish rechnet' },
        loss: { name: 'verlust', description: 'Wie viel Gewinnerwartung ein Zug höchstens kosten darf, in Prozent' },
        rating: { name: 'wertungszahl', description: 'Für die Seite am Zug; deine eigene, wenn ich sie kenne' },
        'opponent-rating': { name: 'gegner-wertungszahl', description: 'Für die andere Seite; ohne Angabe dieselbe' },
      },
    },
    review: {
      name: 'partieanalyse',
      description: 'Eine Partie Zug für Zug: Genauigkeit, Fehler, Phasen und was sie entschieden hat',
      options: {
        game: {
          name: 'partie',
          description: 'Ein Lichess-Link oder eine PGN; ohne Angabe deine letzte Partie auf Lichess',
        },
        file: { name: 'datei', description: 'Eine PGN-Datei' },
        side: { name: 'seite', description: 'Von welcher Seite das Brett gezeigt wird' },
        depth: { name: 'tiefe', description: 'Wie tief Stockfish rechnet' },
      },
    },
    investigate: {
      name: 'untersuchen',
      description: 'Warum die naheliegenden Züge hier nicht gehen, in Worten',
      options: {
        position: POSITION,
        move: { name: 'zug', description: 'Ein Zug, über den du etwas wissen willst, etwa Qxb7 oder Dxb7' },
        rating: { name: 'wertungszahl', description: 'Für die Seite am Zug' },
      },
    },
    phases: {
      name: 'phasen',
      description: 'Wo in einer Partie Eröffnung und Mittelspiel enden und welches Endspiel kommt',
      options: { game: GAME },
    },
    eval: { name: 'bewertung', description: 'Eine schnelle Bewertung in einer Zeile', options: { position: POSITION } },
    board: {
      name: 'brett',
      description: 'Nur ein Bild der Stellung',
      options: {
        position: POSITION,
        flip: { name: 'drehen', description: 'Aus der Sicht von Schwarz' },
        theme: THEME,
      },
    },
    gif: { name: 'gif', description: 'Eine Partie als Animation', options: { game: GAME } },
    play: {
      name: 'spielen',
      description: 'Gegen Maia spielen, die wie Menschen der gewählten Spielstärke zieht',
      options: {
        rating: { name: 'wertungszahl', description: 'Wie stark Maia spielt' },
        color: { name: 'farbe', description: 'Deine Farbe' },
        where: { name: 'wo', description: 'Hier im Kanal oder auf Lichess' },
        clock: { name: 'bedenkzeit', description: 'Auf Lichess: Minuten, und Sekunden je Zug; ohne Angabe 5+3' },
      },
    },
    watch: {
      name: 'zuschauen',
      description: 'Laufende Partien von Lichess in diesem Kanal verfolgen',
      options: {
        game: { name: 'partie', description: 'Ein Link zu einer laufenden Partie oder ihre Kennung' },
        user: { name: 'spieler', description: 'Ein Name auf Lichess: alle Partien dieses Kontos' },
        tv: { name: 'tv', description: 'Was immer auf Lichess TV läuft' },
      },
    },
    unwatch: {
      name: 'zuschauen-beenden',
      description: 'In diesem Kanal keine laufenden Partien mehr verfolgen',
      options: {},
    },
    link: {
      name: 'verknüpfen',
      description: 'Sag mir, wer du auf Lichess bist, dann kenne ich deine Wertungszahl und deine Partien',
      options: { lichess: { name: 'lichess', description: 'Dein Name auf Lichess; ohne Angabe vergesse ich ihn' } },
    },
    match: {
      name: 'wettkampf',
      description: 'Wie stark ist Maia? Partien gegen Stockfish; nur für die Betreiber dieses Bots',
      options: {
        games: { name: 'partien', description: 'Wie viele Partien; ohne Angabe 20' },
        elo: { name: 'elo', description: 'Wie stark Stockfish spielt, nach seinem eigenen Maß; ohne Angabe 1500' },
        rating: { name: 'wertungszahl', description: 'Wie wer Maia spielt; ohne Angabe 1500' },
        temperature: {
          name: 'temperatur',
          description: 'Wie viel Zufall: 0 immer der häufigste Zug, 1 wie Menschen spielen; ohne Angabe 0,1',
        },
      },
    },
    settings: {
      name: 'einstellungen',
      description: 'Einstellungen dieses Servers, für alle, die ihn verwalten',
      options: {
        rating: { name: 'wertungszahl', description: 'Womit ich rechne, wenn niemand etwas anderes sagt' },
        theme: THEME,
        depth: { name: 'tiefe', description: 'Wie tief Stockfish rechnet, wenn niemand etwas anderes sagt' },
        'link-replies': { name: 'link-antworten', description: 'Ob es auf einen Lichess-Link eine Antwort gibt' },
        channel: { name: 'kanal', description: 'Einen Kanal für mich freigeben oder wieder sperren' },
        reset: { name: 'zurücksetzen', description: 'Alles wieder wie am Anfang' },
      },
    },
    help: { name: 'hilfe', description: 'Was ich kann', options: {} },
    status: { name: 'status', description: 'Wie es mir geht: Warteschlange, Engines, Versionen, Latenz', options: {} },
  },
  messageMenu: 'Mit Kibitz analysieren',
  message: 'nachricht',

  refusals: {
    nothing:
      '{field}: Darin ist nichts zu analysieren. Gib eine FEN an, Züge wie „1. e4 e5 2. Nf3“, eine PGN oder einen Link zu einer Partie auf Lichess.',
    'no-game':
      '{field}: Darin ist keine Partie. Gib Züge an wie „1. e4 e5 2. Nf3“, eine PGN oder einen Link zu einer Partie auf Lichess.',
    'too-much': '{field}: Höchstens {most} kB, bitte; das ist mehr.',
    position:
      '{field}: Das ist eine Stellung. Gib einen Lichess-Link zu einer Partie an oder eine PGN mit ihren Zügen.',
    puzzle: '{field}: Das ist eine Aufgabe. Gib stattdessen die Partie an, aus der sie stammt: {address}.',
    variant: '{field}: „{variant}“ ist kein normales Schach. Gib eine normale Partie an.',

    'fen.word': '{field}: „{text}“ ist weder eine FEN noch startpos.',
    'fen.long': '{field}: Eine FEN ist höchstens {most} Zeichen lang.',
    'fen.control': '{field}: Eine FEN ist eine einzige Zeile ohne Steuerzeichen.',
    'fen.fen': '{field}: „{fen}“ ist keine FEN.',
    'fen.parts': '{field}: „{fen}“ hat zu viele Teile.',
    'fen.board': '{field}: „{fen}“ braucht im ersten Teil acht Reihen mit je acht Feldern.',
    'fen.turn': '{field}: „{fen}“ braucht als zweiten Teil „w“ oder „b“ (wer am Zug ist).',
    'fen.castling': '{field}: „{fen}“ braucht als dritten Teil Rochaderechte wie „KQkq“ oder „-“.',
    'fen.en-passant': '{field}: „{fen}“ braucht als vierten Teil ein En-passant-Feld wie „e3“ oder „-“.',
    'fen.half-moves': '{field}: „{fen}“ braucht als fünften Teil eine Zahl von Halbzügen.',
    'fen.number': '{field}: „{fen}“ braucht als sechsten Teil eine Zugnummer.',
    'fen.empty': '{field}: In „{fen}“ gibt es keine Figuren.',
    'fen.opposite-check':
      '{field}: In „{fen}“ steht die Seite im Schach, die nicht am Zug ist; also müsste die andere am Zug sein.',
    'fen.back-rank': '{field}: In „{fen}“ steht ein Bauer auf der ersten oder letzten Reihe.',
    'fen.kings': '{field}: „{fen}“ braucht auf jeder Seite genau einen König.',
    'fen.variant': '{field}: „{fen}“ ist kein normales Schach.',
    'fen.pieces.white': '{field}: In „{fen}“ gibt es mehr als 16 weiße Figuren.',
    'fen.pieces.black': '{field}: In „{fen}“ gibt es mehr als 16 schwarze Figuren.',
    'fen.pawns.white': '{field}: In „{fen}“ gibt es mehr als 8 weiße Bauern.',
    'fen.pawns.black': '{field}: In „{fen}“ gibt es mehr als 8 schwarze Bauern.',
    'fen.impossible-check': '{field}: In „{fen}“ gibt es ein Schach, das durch keinen Zug entstanden sein kann.',
    'fen.illegal': '{field}: „{fen}“ ist keine mögliche Stellung.',

    'moves.long': '{field}: Höchstens {most} Zeichen an Zügen, bitte.',
    'moves.many': '{field}: Höchstens {most} Halbzüge, bitte; das sind {given}.',
    'moves.none': '{field}: Nenn mindestens einen Zug.',
    'moves.here': '{field}: „{move}“ ist in dieser Stellung nicht möglich.',
    'moves.illegal.white': '{field}: „{move}“ (Zug {number}, Weiß) ist dort nicht möglich.',
    'moves.illegal.black': '{field}: „{move}“ (Zug {number}, Schwarz) ist dort nicht möglich.',
    'moves.null.white':
      '{field}: „{move}“ (Zug {number}, Weiß) ist ein Nullzug, den die Regeln nicht kennen. Gib eine Partie ohne Nullzüge an.',
    'moves.null.black':
      '{field}: „{move}“ (Zug {number}, Schwarz) ist ein Nullzug, den die Regeln nicht kennen. Gib eine Partie ohne Nullzüge an.',
    'moves.begin': '{field}: Die Züge fangen bei Nummer {number} an. Gib alle vom ersten an, oder eine FEN davor.',

    'pgn.long': '{field}: Höchstens {most} MB, bitte; das ist mehr.',
    'pgn.game-long': '{field}: Eine Partie ist höchstens {most} MB lang.',
    'pgn.none': '{field}: Darin ist keine Partie. Gib ihre Züge an, etwa „1. e4 e5 2. Nf3“.',
    'pgn.no-moves': '{field}: Darin sind keine Züge. Gib eine Partie an, etwa „1. e4 e5 2. Nf3“.',
    'pgn.comment': '{field}: Der Kommentar „{comment}“ hört nicht auf. Setz ein „}“ an sein Ende.',
    'pgn.prose': '{field}: Das sieht nach Worten aus („{word}“). Gib die Züge einer Partie an, etwa „1. e4 e5 2. Nf3“.',
    'pgn.stray': '{field}: „{word}“ ist kein Zug. Figuren heißen hier K Q R B N.',
    'pgn.empty': '{field}: Da steht nichts. Gib die Züge einer Partie an, etwa „1. e4 e5 2. Nf3“.',
    'pgn.binary':
      '{field}: Das sieht nach einer Datei anderer Art aus oder nach Text, der nicht UTF-8 ist. Exportiere die Partie als PGN.',
    'pgn.link':
      '{field}: Das sieht nach einem Link aus. Gib den Text der Partie selbst an, den die meisten Seiten PGN nennen.',
    'pgn.page':
      '{field}: Das sieht nach einer Webseite aus. Gib den Text der Partie selbst an, den die meisten Seiten PGN nennen.',
    'pgn.fen':
      '{field}: Das sieht nach einer FEN aus, also nach einer einzelnen Stellung. Gib die Züge einer Partie an, etwa „1. e4 e5 2. Nf3“.',
    'pgn.json':
      '{field}: Das sieht nach JSON aus. Gib den Text der Partie selbst an, den die meisten Seiten PGN nennen.',

    'link.long': '{field}: Höchstens {most} Zeichen, bitte; das ist mehr.',
    'link.address': '{field}: Das ist keine Adresse. Eine Partie sieht so aus: {example}.',
    'link.host': '{field}: „{host}“ ist nicht Lichess. Gib einen Link an wie {example} oder die PGN der Partie.',
    'link.page':
      '{field}: „{page}“ auf Lichess ist keine Partie, kein Studienkapitel, keine Aufgabe, kein Spieler und keine Stellung. Eine Partie sieht so aus: {example}.',
    'link.study': '{field}: Das ist eine ganze Studie. Öffne eines ihrer Kapitel und kopiere dessen Adresse.',
    'link.board':
      '{field}: In dieser Adresse eines Analysebretts steht keine Stellung. Kopiere stattdessen die FEN oder die PGN.',

    'game.none': '{field}: Unter {address} gibt es keine Partie. Stimmt die Adresse?',
    'game.playing': '{field}: Diese Partie läuft noch. Komm wieder, wenn sie zu Ende ist.',
    'game.unsure':
      '{field}: Hier wird eine Partie auf Lichess genannt und nicht gesagt, dass sie zu Ende ist; Lichess lässt sich gerade nicht fragen. Versuch es in ein paar Minuten noch einmal.',
    'game.aborted':
      '{field}: Diese Partie wurde abgebrochen, bevor sie richtig begonnen hat; es gibt darin nichts zu sehen.',
    'game.empty': '{field}: Diese Partie hat keine Züge; es gibt darin nichts zu sehen.',
    'chapter.none': '{field}: Unter {address} gibt es kein Studienkapitel. Stimmt die Adresse?',
    'chapter.private':
      '{field}: Die Studie unter {address} ist privat. Mach sie öffentlich, oder gib ihre PGN als Datei an.',
    'puzzle.none': '{field}: Unter {address} gibt es keine Aufgabe. Stimmt die Adresse?',
    'player.none': '{field}: Auf Lichess heißt niemand {name}. Stimmt die Schreibweise?',
    'player.closed': '{field}: Das Konto {name} ist geschlossen. Gib stattdessen einen Link zu einer Partie an.',
    'player.hidden':
      '{field}: Von {name} gibt es keine Partien, die alle sehen dürfen. Gib stattdessen einen Link zu einer Partie an.',
    'player.new':
      '{field}: {name} hat auf Lichess noch keine Partie zu Ende gespielt. Gib stattdessen einen Link zu einer Partie an.',
    'player.variants':
      '{field}: {name} hat zuletzt kein normales Schach gespielt, nur Varianten. Gib stattdessen einen Link zu einer Partie an.',
  },

  texts: {
    // Schach.
    'color.white': SIDES.white,
    'color.black': SIDES.black,
    'advantage.equal': 'etwa ausgeglichen',
    'advantage.slight': 'leichter Vorteil für {side}',
    'advantage.clear': 'klarer Vorteil für {side}',
    'advantage.significant': 'großer Vorteil für {side}',
    'advantage.winning': 'entscheidender Vorteil für {side}',
    'advantage.overwhelming': 'überwältigender Vorteil für {side}',
    'score.equal': 'Ausgeglichen',
    'score.mate': '{side} setzt in {moves} matt',
    'result.checkmate': '{winner} hat durch Matt gewonnen',
    'result.stalemate': 'Remis durch Patt',
    'result.dead': 'Remis: Keine Seite kann matt setzen',
    'result.fifty-moves': 'Remis nach der Fünfzig-Züge-Regel',
    'result.repetition': 'Remis durch Stellungswiederholung',
    'rating.players': '{rating}er',

    'list.last': '{first} und {last}',

    'verdict.mate': '{move} ist matt.',
    'verdict.only-legal': ({ moves, rating, share, opponent }: Chances) =>
      `${moves} ist der einzige legale Zug: Damit kommen Spieler mit ${rating}${against(opponent)} auf ${share}.`,
    'verdict.only-good': ({ moves, rating, share, opponent }: Chances) =>
      `Nur ${moves} kommt in Frage: Damit kommen Spieler mit ${rating}${against(opponent)} auf ${share}.`,
    'verdict.equal': ({ moves, rating, share, opponent }: Chances) =>
      `${moves} geben Spielern mit ${rating}${against(opponent)} etwa gleich gute Chancen, die besten, die es gibt: ${share}.`,
    'verdict.best': ({ moves, rating, share, opponent }: Chances) =>
      `${moves} gibt Spielern mit ${rating}${against(opponent)} die besten Chancen: Damit kommen sie auf ${share}.`,
    'verdict.engine': 'Stockfish zieht {move} vor; damit kommen sie auf {share}.',
    'verdict.trap': '{move} stellt eine Falle: {share} der Gegner greifen sofort fehl, meist mit {reply}.',
    'verdict.others': '{count} weitere',
    'verdict.short': 'Beste Chancen mit {rating}: {moves} ({share}).',
    'verdict.beware': 'Vorsicht vor {move}: {played} spielen das, und dann bleiben ihnen {left}.',
    'verdict.beware-reply': 'Vorsicht vor {move}: {played} spielen das, und nach {reply} bleiben ihnen {left}.',

    'game.won': '{winner} gewann gegen {loser}',
    'game.side-won': '{winner} gewann',
    'game.drew': 'Remis zwischen {white} und {black}',
    'game.draw': 'Remis',
    'game.no-moves': 'ohne einen Zug',
    'game.won-in': 'in {moves} {moves:Zug|Zügen}',
    'game.drawn-in': 'nach {moves} {moves:Zug|Zügen}',
    'game.unfinished': 'nach {moves} {moves:Zug|Zügen} nicht zu Ende gespielt',
    'game.open': '{white} gegen {black}, {length}',
    'win.checkmate': '{what} {length} durch Matt',
    'win.resignation': '{what} {length} durch Aufgabe',
    'win.time': '{what} {length} durch Zeitüberschreitung',
    'win.abandonment': '{what} {length}, weil {loser} die Partie verlassen hat',
    'win.adjudication': '{what} {length} durch Abschätzung',
    'win.rules': '{what} {length} durch Schiedsspruch',
    'win.unknown': '{what} {length}',
    'draw.stalemate': '{what} {length} durch Patt',
    'draw.dead': '{what} {length}, weil keine Seite matt setzen kann',
    'draw.fifty-moves': '{what} {length} nach der Fünfzig-Züge-Regel',
    'draw.repetition': '{what} {length} durch Stellungswiederholung',
    'draw.agreement': '{what} {length} durch Einigung',
    'draw.time': '{what} {length}, weil die Zeit abgelaufen ist',
    'draw.adjudication': '{what} {length} durch Abschätzung',
    'draw.rules': '{what} {length} durch Schiedsspruch',
    'draw.abandonment': '{what} {length}, weil die Partie abgebrochen wurde',
    'draw.unknown': '{what} {length}',
    'game.flagged': ': Die Zeit von {loser} lief ab, aber {other} konnte nicht matt setzen',
    'game.drawn-on-time': 'Remis {length}: Die Zeit von {loser} lief ab',
    'game.from-position': 'Ab einer vorgegebenen Stellung',
    'game.decided': 'Was die Partie entschieden hat',
    'game.mattered': 'Was am wichtigsten war',
    'game.won-on-time': '{name} gewann durch Zeitüberschreitung, bei {standing} Gewinnerwartung.',
    'game.ran-out-of-time': 'Die Zeit von {name} lief ab, bei {standing} Gewinnerwartung.',

    'player.accuracy': 'Genauigkeit',
    'player.acpl': 'Verlust je Zug (Centipawns)',
    'player.inaccuracies': 'Ungenauigkeiten ?!',
    'player.mistakes': 'Fehler ?',
    'player.blunders': 'Patzer ??',
    'player.played-like': 'Gespielt wie',
    'player.too-few-moves': 'zu wenige Züge',
    'player.or-more': '{rating} oder mehr',
    'player.or-less': '{rating} oder weniger',
    'player.at-least': 'mindestens {rating}',
    'player.at-most': 'höchstens {rating}',
    'player.none-judged': 'keine Züge, die sich beurteilen ließen',
    'player.accurate': '{accuracy} Genauigkeit',
    'player.lost': ', je Zug {acpl} Centipawns verloren',
    'player.judged': ({ inaccuracy, mistake, blunder }: Counts) =>
      [
        howMany(inaccuracy, 'Ungenauigkeit', 'Ungenauigkeiten'),
        howMany(mistake, 'Fehler', 'Fehler'),
        howMany(blunder, 'Patzer', 'Patzer'),
      ].join(', '),
    'player.like': 'gespielt wie {rating}',
    'player.unlike': 'welcher Wertungszahl das entspricht: {why}',

    'source.no-people': 'Was Menschen spielen, ist nicht bekannt: {problem}',
    'source.range': '„Gespielt wie“: In der Spanne liegen neun von zehn Wertungszahlen',
    'source.compared': 'Verglichen mit {people}',
    'source.compared-apart': 'Weiß wird mit {white} verglichen, Schwarz mit {black}',
    'source.people': '{people}n',
    'source.people-unrated': '{people}n (keine Wertungszahl in der Datei)',
    'source.searches': '{count} {count:Suche|Suchen} von {engine} mit bis zu {limit}',
    'source.nodes': '{nodes} Knoten',
    'source.depth': 'Tiefe {depth}',
    'source.from-pgn': 'Die Bewertungen stammen aus der PGN',
    'source.predictions': '{count} {count:Vorhersage|Vorhersagen} von {model}',
    'source.no-model': 'kein Modell für Menschen gefragt',
    'source.remembered': ', {answers} dieser Antworten waren bekannt',

    'phase.opening': 'Eröffnung',
    'phase.middlegame': 'Mittelspiel',
    'phase.endgame': 'Endspiel',
    'phase.move': 'Zug {number}',
    'phase.moves': 'Züge {first}–{last}',
    'phase.theory': ', Theorie bis Zug {move}',
    'phase.more-accurate': '{name} spielte genauer, {own} zu {other}',
    'phase.same-accuracy': 'etwa gleich genau, beide {both}',
    'phase.equal-accuracy': 'etwa gleich genau, {white} und {black}',
    'phase.not-evaluated': 'nicht bewertet',
    'phase.winning': 'stand danach auf Gewinn ({chances})',
    'phase.better': 'stand danach besser ({chances})',
    'phase.level': '{accuracies}; danach ausgeglichen',
    'phase.and': '{accuracies} und {stood}',
    'phase.but': '{accuracies}, aber {name} {stood}',
    'phase.semicolon': '{accuracies}; {name} {stood}',
    'endgame.Pawn': 'Bauernendspiel',
    'endgame.Minor Piece': 'Leichtfigurenendspiel',
    'endgame.Two Minor Piece': 'Endspiel mit je zwei Leichtfiguren',
    'endgame.Rook + Two Minor Piece': 'Endspiel mit je einem Turm und zwei Leichtfiguren',
    'endgame.Rook vs Rook (Unequal Minors)': 'Turmendspiel mit ungleichen Leichtfiguren',
    'endgame.Rook vs Minor Piece': 'Endspiel Turm gegen Leichtfigur',
    'endgame.Rook': 'Turmendspiel',
    'endgame.Double Rook': 'Doppelturmendspiel',
    'endgame.Rook + Minor Piece': 'Endspiel mit Türmen und Leichtfiguren',
    'endgame.Heavy Piece': 'Schwerfigurenendspiel',
    'endgame.Asymmetric Heavy Piece': 'Schwerfigurenendspiel mit ungleichem Material',
    'endgame.Queen': 'Damenendspiel',
    'endgame.Queen + Two Minor Piece': 'Endspiel mit je einer Dame und zwei Leichtfiguren',
    'endgame.Strong Material Imbalance': 'Endspiel',
    'endgame.Endgame': 'Endspiel',
    'endgame.Transitional': 'Endspiel mit Damen',

    'turn.won.won': 'machte eine Gewinnstellung schwieriger',
    'turn.won.better': 'ließ den Gegner zurück in die Partie',
    'turn.won.level': 'verschenkte den Gewinn',
    'turn.won.worse': 'machte aus einer Gewinnstellung eine schlechtere',
    'turn.won.lost': 'machte aus einer Gewinnstellung eine verlorene',
    'turn.better.won': 'verbesserte eine gute Stellung',
    'turn.better.better': 'gab einen Teil des Vorteils zurück',
    'turn.better.level': 'verschenkte den Vorteil',
    'turn.better.worse': 'überließ dem Gegner den Vorteil',
    'turn.better.lost': 'machte aus einer besseren Stellung eine verlorene',
    'turn.level.won': 'gewann eine ausgeglichene Stellung',
    'turn.level.better': 'brachte den Vorteil',
    'turn.level.level': 'gab in ausgeglichener Stellung nach',
    'turn.level.worse': 'führte aus dem Gleichgewicht in den Nachteil',
    'turn.level.lost': 'machte aus einer ausgeglichenen Stellung eine verlorene',
    'turn.worse.won': 'drehte die Partie',
    'turn.worse.better': 'drehte die Partie',
    'turn.worse.level': 'führte zurück in die Partie',
    'turn.worse.worse': 'machte eine schwierige Verteidigung noch schwieriger',
    'turn.worse.lost': 'machte aus einer schlechteren Stellung eine verlorene',
    'turn.lost.won': 'drehte die Partie',
    'turn.lost.better': 'drehte die Partie',
    'turn.lost.level': 'rettete eine verlorene Stellung',
    'turn.lost.worse': 'führte zurück in die Partie',
    'turn.lost.lost': 'verschenkte die letzten Chancen',
    'drawn.stalemate': 'verschenkte den Gewinn durch Patt',
    'drawn.dead': 'ließ nichts zum Mattsetzen übrig und verschenkte den Gewinn',
    'drawn.fifty-moves': 'verschenkte den Gewinn durch die Fünfzig-Züge-Regel',
    'drawn.repetition': 'verschenkte den Gewinn durch Stellungswiederholung',
    'moment.great-find': 'war ein großartiger Zug',
    'moment.only-move': 'war der einzige Zug',
    'moment.by': 'von {name} {did}',
    'moment.best-was': 'Am besten war {line}.',
    'moment.best': 'Am besten: {move}.',
    'moment.missed-mate': 'übersah ein Matt in {moves}',
    'moment.allowed-mate': 'lief in ein Matt in {moves}',
    'moment.missed-win': 'ließ den Gewinn aus, den {move} geboten hatte',
    'moment.missed-chance': 'ließ die Chance aus, die {move} geboten hatte',
    'moment.got-worse': 'führte in eine schlechtere Stellung',
    'moment.got-lost': 'führte in eine verlorene Stellung',
    'moment.and': '{one} und {two}',
    'moment.and-after-offer': '{one}, und {two}',
    'praise.moves': 'Gut gespielt: {moves}.',
    'praise.move': '{move} von {name} ({why})',
    'praise.found': '{share} der {people} finden ihn',
    'praise.great-find': 'ein großartiger Zug',
    'praise.only-move': 'der einzige Zug',
    'people.few-find': 'Wenige finden ihn: {share} der {people}.',
    'people.out-of-character': 'Untypisch: {share} der {people} spielen das.',
    'people.play': '{share} der {people} spielen das.',
    'people.play-too': '{share} der {people} spielen das auch.',

    'lesson.share': (part: number, whole: number, kinds: readonly Serious[]) => {
      if (part < whole) return `${part} von ${whole} ${kinds.map(kind => OF_SERIOUS[kind]).join(' und ')}`;
      const many = kinds.map(kind => SERIOUS[kind]).join(' und ');
      if (whole > 2) return `alle ${whole} ${many}`;
      return kinds.length === 1 ? `beide ${many}` : 'der Fehler und der Patzer';
    },
    'lesson.move': 'Zug {number}',
    'lesson.moves': 'Züge {numbers}',
    'lesson.more': 'weitere',
    'lesson.seconds': (seconds: number) => (seconds === 1 ? '1 Sekunde' : `${seconds} Sekunden`),
    'lesson.minutes': (minutes: number) => (minutes === 1 ? '1 Minute' : `${minutes} Minuten`),
    'lesson.was': ': Am besten war {move}',
    'lesson.was-better': ': Besser war {move}',
    'lesson.clock-lost': 'die Uhr hat diese Partie verloren, nicht die Stellung mit ihren {stood} Gewinnerwartung.',
    'lesson.clock-decided':
      'die Uhr hat diese Partie entschieden, nicht die Stellung mit ihren {stood} Gewinnerwartung.',
    'lesson.short': '{share} kamen mit weniger als {time} auf der Uhr.',
    'lesson.left': ', mit noch {time} auf der Uhr',
    'lesson.hasty': '{share} dauerten höchstens {time}, bei reichlich Zeit auf der Uhr.',
    'lesson.gave-up': 'eine Partie mit noch {chances} Gewinnerwartung aufgegeben.',
    'lesson.was-mate': '{move} war Matt in {mate}',
    'lesson.there-was-mate': 'statt {move} gab es ein Matt in {mate}',
    'lesson.first-missed': ', das erste von {mates} übersehenen',
    'lesson.allowed': '{move} ließ ein Matt in {mate} zu',
    'lesson.first-allowed': ', das erste von {mates} zugelassenen',
    'lesson.stalemate': '{move} war Patt{rest}.',
    'lesson.got-away': 'eine gewonnene Partie aus der Hand gegeben, mit {move}.',
    'lesson.not-enough': '{chances} Gewinnerwartung bei Zug {number} reichten nicht zum Sieg.',
    'lesson.unpunished': '{missed} ließ {gift} ungestraft{turn}{better}.',
    'lesson.in-return': '{share} kamen gleich nach einem Fehler von {name} ({moves}).',
    'lesson.weak': (phase: Phase, example: string | undefined, own: string, whole: string) =>
      `${THE_PHASE[phase]} war die Schwachstelle${example ? `, vor allem ${example}` : ''}: dort ${own} Genauigkeit, in der ganzen Partie ${whole}.`,
    'lesson.natural': '{share} lagen nahe: {played} der {people} spielen auch {move}.',
    'lesson.odd': '{share} waren untypisch: Kaum ein {people} spielt {move}.',
    'lesson.worst': 'der Zug zum Merken ist {move}{better}.',
    'lesson.most-to-gain': 'keine Fehler. Am meisten zu holen war bei {move}{better}.',
    'lesson.not-evaluated': 'hier ist nichts bewertet worden.',
    'lesson.too-short': 'zu kurz, um viel daraus zu lernen.',
    'lesson.nothing-wrong': 'keine Ungenauigkeiten, Fehler oder Patzer: Hier gibt es nichts zu verbessern.',
    'advice.faster': 'Spiel die leichten Züge schneller, dann bleibt Zeit für die schweren.',
    'advice.look-once': 'Sieh vor jedem Zug einmal nach, was er zulässt.',
    'advice.defend': 'Such noch einmal nach einer Verteidigung, bevor du aufgibst.',
    'advice.mate-first': 'Such im Angriff zuerst nach dem Matt.',
    'advice.checks-first': 'Sieh dir im Angriff zuerst jedes Schach an.',
    'advice.checks-allowed': 'Sieh vor jedem Zug nach, welche Schachgebote er zulässt.',
    'advice.leave-a-move': 'Wenn du weit vorn liegst, lass dem Gegner immer einen Zug.',
    'advice.when-ahead': 'Wenn du vorn liegst, sieh zuerst nach, was der Gegner noch kann.',
    'advice.surprised': 'Wenn dich ein Zug überrascht, frag dich, was er ungedeckt gelassen hat.',
    'advice.tactics': 'Taktikaufgaben sind eine gute Übung.',
    'advice.look-up': 'Sieh nach, wie andere sie spielen.',
    'advice.second-look': 'Ein zweiter Blick vor dem Zug hilft hier mehr als Lernen.',
    'advice.remember': 'Merk dir stattdessen {move}.',
    'advice.practise': 'Das Üben lohnt sich: {endgame}.',
    'advice.theory': 'Die Theorie endete mit {move}. Sieh nach, wie es weitergeht: {opening}.',

    'investigation.rank': (rank: number) => `Platz ${rank}`,
    'investigation.ranked': '{score}, {rank}',
    'investigation.at-depth': 'Tiefe {depth}: {what}',
    'investigation.near': '{move} ist fast so gut wie {best} {truth}.',
    'investigation.mates-too': '{move} setzt ebenfalls matt.',
    'investigation.fooled': '{move} {looks} (Tiefe {shallow}: {glance}), aber {fails} {truth}.',
    'investigation.plain':
      '{move} {looks}, aber {fails} {truth}; schon Tiefe {shallow} sieht, dass etwas nicht stimmt ({glance}).',
    'investigation.branch': '{move} {looks}, aber {fails}.',
    'investigation.play-it': '{share} der {people} spielen ihn.',
    'investigation.play-one': '{share} der {people} spielen einen davon.',
    'investigation.equals': '{moves} sind etwa gleich gut und am besten ({depth}).',
    'investigation.more': '{count} weitere',
    'investigation.best': 'Am besten ist {move} ({depth}).',
    'investigation.overlooked': ', bei Tiefe {depth} nur {rank}',
    'investigation.over': '{result}. Da gibt es nichts zu untersuchen.',
    'investigation.only-move': '{move} ist der einzige legale Zug: Hier kann niemand hereinfallen.',
    'investigation.limited': 'Es gab mehr anzusehen, als {searches} Suchen für eine Frage hergeben.',
    'investigation.agree':
      'Nichts sieht hier besser aus, als es ist: Tiefe {shallow} und Tiefe {deep} sind sich einig.',
    'investigation.hardly-played': 'Was hier besser aussieht, als es ist, wird kaum gespielt.',
    'investigation.little-lost':
      'Nichts sieht hier viel besser aus, als es ist: Was auf den ersten Blick (Tiefe {shallow}) gefällt, verliert bei Tiefe {deep} wenig.',

    'man.a': aMan,
    'man.the': theMan,
    'man.free': aMan,
    'man.new': aNewMan,
    'man.many': (role: Role, count: number) => `${NUMBERS[count]} ${MEN[role]}`,
    'man.own': (role: Role | undefined, side: Color, square: string) =>
      `${role ? ownMan(role, COLOURS[side]) : `die ${COLOURS[side]} Figur`} auf ${square}`,
    tactic: (name: TagName) => TACTICS[name] ?? 'eine taktische Idee',

    'lure.promotion': 'scheint {man} zu bringen',
    'lure.free': 'scheint {man} umsonst zu gewinnen',
    'lure.win': 'scheint {what} zu gewinnen',
    'lure.material': 'Material',
    'lure.escape': 'scheint das Schach abzuwehren',
    'lure.tactic': 'sieht aus wie {tactic}',
    'lure.mate-threat': 'droht matt',
    'lure.trade': 'sieht aus wie ein gleicher Abtausch',
    'lure.attack': 'greift {man} auf {square} an',
    'lure.rescue': 'scheint {man} auf {square} zu retten',
    'lure.castling': 'scheint den König in Sicherheit zu bringen',
    'lure.check': 'sieht zwingend aus, mit Schach',
    'lure.development': 'sieht natürlich aus und entwickelt {man}',
    'lure.offer': 'sieht aus wie ein vielversprechendes Opfer',
    'lure.plain': 'ist ein ruhiger Zug',

    // Was auf „aber“ folgt, hat ein eigenes Subjekt.
    'fate.ends': 'dann {how}',
    'fate.ends-after': 'nach {answer} {how}',
    'ends.checkmate': 'ist es ebenfalls matt',
    'ends.stalemate': 'ist es patt',
    'ends.dead': 'kann keine Seite mehr matt setzen',
    'ends.fifty-moves': 'ist es remis nach der Fünfzig-Züge-Regel',
    'ends.repetition': 'ist es remis durch Stellungswiederholung',
    'fate.mates': '{answer} setzt matt',
    'fate.mated': '{answer} erzwingt Matt in {moves}',
    'fate.mate-missed': 'nach {answer} ist das Matt in {moves} dahin, das mit {best} beginnt',
    'fate.material': '{answer} gewinnt {what}',
    'fate.exchange': 'die Qualität',
    'fate.for': '{lost} für {won}',
    'fate.promotion': 'ein Bauer kommt durch: {answer}',
    'fate.promotion-later': 'nach {answer} kommt ein Bauer durch ({move})',
    'fate.tactic': 'dann kommt {answer}, {tactic}',
    'fate.near': '{best} ist etwas besser',
    'fate.weaker': '{best} ist viel stärker',
    'fate.holds': '{answer} hält, und wenig bleibt davon übrig',
    'fate.fizzles': '{answer} ist eine gute Antwort, und nichts bleibt davon übrig',
    'fate.position': 'nach {answer} geht es schlecht aus: {harm}',
    'fate.better': '{best} ist besser',
    'fate.strong': '{answer} ist eine starke Antwort',

    harm: (name: Harm, left: Left) => HARM[name](left),

    'fault.engine-missing':
      'Mir fehlt hier Stockfish, deshalb kann ich nichts bewerten. Wer mich betreibt, erfährt mit „kibitz doctor“, woran es liegt.',
    'fault.engine-failed': 'Daran ist Stockfish gescheitert. Bitte versuch es noch einmal.',
    'fault.model-missing':
      'Mir fehlt hier Maia, deshalb weiß ich nicht, was Menschen spielen. Wer mich betreibt, erfährt mit „kibitz doctor“, woran es liegt.',
    'fault.model-broken':
      'Mein Maia-Modell ist beschädigt, deshalb weiß ich nicht, was Menschen spielen. Wer mich betreibt, erfährt mit „kibitz doctor“ mehr.',
    'fault.lichess-failed':
      'Lichess antwortet gerade nicht, wie es soll. Bitte versuch es in ein paar Minuten noch einmal.',
    'fault.rate-limited': 'Lichess hat mich um eine Pause gebeten. Bitte versuch es in ein paar Minuten noch einmal.',
    'fault.lichess-refused':
      'Lichess lässt mich nicht fragen, deshalb kann ich dort nicht nachsehen. Wer mich betreibt, erfährt mit „kibitz doctor“, woran es liegt.',
    'fault.discord-failed': 'Discord antwortet nicht, wie es sollte. Bitte versuch es in ein paar Minuten noch einmal.',
    'fault.store-failed':
      'Ich komme gerade nicht an meine Notizen. Sag bitte denen Bescheid, die mich betreiben; Näheres steht im Log.',
    'fault.cancelled': 'Abgebrochen.',
    'fault.deadline':
      'Das hat zu lange gedauert, deshalb habe ich es abgebrochen. Versuch es mit weniger Tiefe oder einer höheren Schwelle.',
    'fault.too-large':
      'Das ist mir zum Lesen oder Zeichnen zu groß. Bitte versuch es mit einer kürzeren Partie oder weniger Text.',
    'fault.busy': 'Kibitz ist gerade ausgelastet. Bitte versuch es in ein paar Minuten noch einmal.',
    'fault.closing': 'Ich werde gerade neu gestartet. Bitte frag in einer Minute noch einmal.',
    'fault.crashed': 'Die Analyse ist hier zweimal abgestürzt. Bitte versuch es mit weniger Tiefe.',
    'fault.internal': 'Bei mir ist etwas schiefgegangen, und ich habe es notiert. Bitte versuch es noch einmal.',

    'wait.working': 'Ich bin dran …',
    'wait.later':
      'Das dauert länger, als Discord mir für diese Antwort Zeit lässt; das Ergebnis kommt als neue Nachricht.',
    'wait.position': 'In der Warteschlange auf Platz {position}.',
    'wait.next': 'In der Warteschlange als Nächstes dran.',
    'progress.download': 'Maia wird geladen, nur dieses eine Mal: {done} von {total} MB',
    'progress.maia-trees': 'Was spielen Menschen hier? {positions} {positions:Stellung|Stellungen}',
    'progress.stockfish-eval': 'Stockfish urteilt: Zug {done} von {total}',
    'progress.complete': 'Gleich fertig …',
    'progress.review': 'Stockfish sieht sich die Partie an: Stellung {done} von {total}',
    'progress.humans': 'Vergleich mit anderen Spielern: {done} von {total}',
    'progress.investigate': 'Was gut aussieht, wird verfolgt: {done} von {total} {total:Variante|Varianten}',
    'progress.picture': 'Das Bild wird gezeichnet …',
    'progress.estimate': 'insgesamt etwa {duration}',
    'progress.preliminary': 'Zwischenstand',

    'end.interrupted': 'Ein Neustart ist dazwischengekommen. Mit **Noch einmal** geht es von vorn los.',
    'end.lost': 'Ein Neustart ist dazwischengekommen. Bitte frag noch einmal mit dem Befehl.',
    'end.expired': 'Diese Analyse ist zu alt, ich habe sie nicht mehr. Mit **Noch einmal** bekommst du eine neue.',
    'end.forgotten': 'Das ist so lange her, dass ich nichts mehr davon weiß. Bitte frag noch einmal mit einem Befehl.',
    'end.over': 'Das ist schon vorbei.',
    'end.not-shown': 'Das Ergebnis ist da, aber es ließ sich nicht anzeigen. Ich habe es notiert.',

    'share.by': '{user} teilt das:',

    'unknown.command':
      'Diesen Befehl kenne ich nicht mehr. Bitte lade Discord neu (Strg+R) und versuch es noch einmal.',
    'unknown.button': 'Diesen Button kenne ich nicht mehr. Bitte frag noch einmal mit einem Befehl.',

    'refused.cancel': 'Das kann nur {user} abbrechen.',
    'refused.manage-server': 'Dafür brauchst du die Berechtigung „Server verwalten“.',
    'refused.server-only': 'Das geht nur auf einem Server.',
    'refused.channel': 'Auf diesem Server antworte ich nur in {channels}.',
    'refused.send':
      'In diesem Kanal darf ich nicht schreiben oder nichts anhängen. Wer den Server verwaltet, kann es erlauben: „Nachrichten senden“ und „Dateien anhängen“.',
    'limit.user-running':
      'Bei dir {most:läuft|laufen} schon {most} {most:Analyse|Analysen}. Warte, bis {most:sie|eine} fertig ist, oder brich {most:sie|eine} ab.',
    'limit.user-hourly':
      'Das {most:war|waren} {most} {most:Analyse|Analysen} in einer Stunde, mehr geht nicht. Die nächste ist in {duration} möglich.',
    'limit.user-engine':
      'Deine Analysen haben die Engines in einer Stunde {time} lang beschäftigt, mehr geht nicht. Die nächste ist in {duration} möglich.',
    'limit.server-running':
      'Auf diesem Server {most:läuft|laufen} schon {most} {most:Analyse|Analysen}. Bitte warte, bis {most:sie|eine} fertig ist.',
    'limit.server-hourly':
      'Auf diesem Server {most:war|waren} es {most} {most:Analyse|Analysen} in einer Stunde, mehr geht nicht. Die nächste ist in {duration} möglich.',
    'limit.server-engine':
      'Die Analysen dieses Servers haben die Engines in einer Stunde {time} lang beschäftigt, mehr geht nicht. Die nächste ist in {duration} möglich.',
    'fetch.user-running':
      'Ich frage Lichess für dich schon nach {most} {most:Sache|Sachen}. Bitte warte, bis {most:sie|eine} da ist.',
    'fetch.user-hourly':
      'Ich habe Lichess in einer Stunde schon {most}-mal für dich gefragt, mehr geht nicht. In {duration} kann ich wieder fragen.',
    'fetch.server-running':
      'Ich frage Lichess für diesen Server schon nach {most} {most:Sache|Sachen}. Bitte warte, bis {most:sie|eine} da ist.',
    'fetch.server-hourly':
      'Ich habe Lichess in einer Stunde schon {most}-mal für diesen Server gefragt, mehr geht nicht. In {duration} kann ich wieder fragen.',
    'page.file': 'Speichere diese Datei und öffne sie im Browser: Alles ist darin, und sie fragt niemanden nach etwas.',
    'page.size':
      'Dieser Bericht ist zu groß für eine Datei ({megabytes} MB). Frag noch einmal mit einer höheren Schwelle.',
    'file.size': 'datei: höchstens {megabytes} MB, bitte. Nimm eine PGN mit weniger Partien.',
    'file.kind': 'datei: Das ist keine Textdatei. Exportiere die Partie als PGN und häng diese Datei an.',
    'file.source': 'datei: Ich nehme nur Dateien, die hier angehängt wurden.',
    'review.whose':
      'partie: Gib einen Link oder eine PGN an, oder häng eine Datei an. Oder sag mir mit /verknüpfen, wer du auf Lichess bist, dann nehme ich deine letzte Partie.',
    'file.or-game': 'partie: Gib einen Link oder eine PGN an, oder häng eine Datei an. Eins davon genügt.',

    'fair-play.help':
      'Laufende Partien analysiere ich nicht: Bei einer Partie auf Lichess merke ich es selbst, bei einer bloßen Stellung muss ich dir vertrauen.',

    'help.about': 'Ich weiß, was stimmt (Stockfish) und was Menschen spielen (Maia).',
    'help.position': 'Eine Stellung ist eine FEN, Züge vom Anfang an wie `e4 e5 Nf3`, eine PGN oder ein Lichess-Link.',
    'help.menu': 'Im Menü einer Nachricht, unter „Apps“, analysiere ich, was darin steht.',
    'help.source': 'Ich bin freie Software unter AGPL-3.0-or-later. Mein Quelltext: {url}',
    'status.about': '{name}, Node {node}, seit {duration} in Betrieb',
    'status.queue': 'Warteschlange: {running} in Arbeit, {waiting} wartend',
    'status.stockfish': 'Stockfish ({source}): {busy} von {all} beschäftigt',
    'status.no-stockfish': 'Stockfish: nicht vorhanden',
    'status.maia': 'Maia ({model}): {busy} von {all} beschäftigt',
    'status.maia-asleep': 'Maia ({model}): noch nicht geladen',
    'status.other-version':
      'Worker einer anderen Version (Kibitz {kibitz}, Protokoll {protocol}), die keine Aufträge bekommen: {workers}',
    'status.cache': 'Gemerkte Antworten: {answers}',
    'status.forgetful':
      'Über den nächsten Neustart hinaus bleibt nichts: In meinen Datenordner lässt sich nicht schreiben.',
    'status.shards': 'Auf {count} Shards verteilt',
    'status.servers': 'Auf {count} Shards verteilt, Server: {servers}',
    'status.latency': 'Discord: {latency} ms entfernt',
    'eval.best': 'Der beste Zug für {side} ist {move}.',
    'eval.by': '({engine}, Tiefe {depth})',
    'eval.nothing': 'Zu dieser Stellung hat Stockfish keine Meinung.',

    'button.cancel': 'Abbrechen',
    'button.flip': 'Brett drehen',
    'button.previous-mistake': 'Voriger Fehler',
    'button.next-mistake': 'Nächster Fehler',
    'button.gif': 'GIF',
    'button.investigate': 'Untersuchen',
    'button.review': 'Partieanalyse',
    'button.back': 'Zurück zur Analyse',
    'button.tree': 'Zurück zum Baum',
    'button.again': 'Noch einmal',
    'button.share': 'Teilen',
    'button.page': 'Im Browser öffnen',
    'button.previous-page': 'Vorige Seite',
    'button.next-page': 'Nächste Seite',
    'button.games': 'Partien',
    'button.result': 'Ergebnis',

    'menu.candidate': 'Variantenbaum eines Zuges …',
    'menu.node': 'Stellung aus dem Baum …',
    'menu.threshold': 'Züge verfolgen, die mindestens … spielen',
    'menu.threshold.option': '{percent} oder mehr',
    'menu.depth': 'Tiefe',
    'menu.depth.option': 'Tiefe {depth}',
    'menu.rating': 'Für Spieler mit der Wertungszahl …',
    'menu.rating.option': 'Wertungszahl {rating}',
    'menu.mistake': 'Zu einem Fehler springen …',
    'menu.mistake.worst': 'Zu einem der {shown} schlimmsten Fehler springen …',
    'menu.page': 'Seite {page} von {pages}',
    'menu.preview': 'Vorschau: {moves}',

    'analyze.title': '{color} am Zug, Wertungszahl {rating}',
    'analyze.title-against': '{color} am Zug, Wertungszahl {rating} gegen {opponent}',
    'analyze.over': 'Die Partie ist zu Ende',
    'analyze.expected': '{share} erwartet',
    'analyze.engine': 'Engine {share}',
    'analyze.played': '{share} spielen ihn',
    'analyze.trap': 'Falle {share}',
    'analyze.risk': 'Risiko {share}',
    'analyze.confidence.high': 'sehr sicher',
    'analyze.confidence.medium': 'ziemlich sicher',
    'analyze.confidence.low': 'unsicher',
    'analyze.plies': '{plies} Halbzüge tief',
    'analyze.not-analysed': 'Nicht untersucht: {moves}',
    'analyze.rejected': 'Deutlich schlechter: {moves}',
    'analyze.more': '{moves} weitere',
    'analyze.legend':
      'Gewinnerwartung von {color}; ein Remis zählt halb. Erwartet: Beide spielen weiter wie Menschen. Falle: Gegner, die sofort fehlgreifen. Risiko: selbst fehlzugreifen.',
    'analyze.foot': 'Varianten, die mindestens {threshold} spielen · Tiefe {depth}',
    'analyze.tree': '{positions} {positions:Stellung|Stellungen}, {coverage} von dem, was Menschen spielen',
    'analyze.tree-hint': 'Wähle im Menü eine Stellung, um sie auf dem Brett zu sehen.',
    'analyze.tree-cut': 'Im Menü stehen die {shown} wahrscheinlichsten.',
    'analyze.reach': 'in {share} der Partien',
    'analyze.blunder': 'ein Patzer',
    'analyze.next': 'So geht es weiter: {moves}.',

    'review.phases': 'Phasen',
    'review.lessons': 'Zum Mitnehmen',
    'review.mistake': '{judgement} von {who}',
    'review.line': 'Variante der Engine',
    'review.place': 'Fehler {place} von {of}',
    'judgement.inaccuracy': 'Ungenauigkeit',
    'judgement.mistake': 'Fehler',
    'judgement.blunder': 'Patzer',

    'color.random': 'Zufällig',

    'settings.title': 'Einstellungen dieses Servers',
    'settings.rating': 'Wertungszahl',
    'settings.theme': 'Brett',
    'settings.depth': 'Tiefe',
    'settings.linkReplies': 'Antworten auf Links',
    'settings.channels': 'Kanäle',
    'settings.on': 'an',
    'settings.off': 'aus',
    'settings.all-channels': 'alle Kanäle',
    'theme.brown': 'Braun',
    'theme.blue': 'Blau',
    'theme.green': 'Grün',
    'theme.high-contrast': 'Hoher Kontrast',
    'settings.no-intent':
      'Für Antworten auf Links brauche ich den „Message Content Intent“, und der ist bei mir abgeschaltet. Wer mich betreibt, kann das ändern.',

    'link.linked': 'Auf Lichess bist du {name}: {ratings}. Damit rechne ich von jetzt an.',
    'link.unrated': 'Auf Lichess bist du {name}, bisher ohne Wertungszahl.',
    'link.last-game': 'Deine letzte Partie: {game}',
    'link.unlinked': 'Vergessen. Ich weiß nicht mehr, wer du auf Lichess bist.',
    'link.none': 'Ich weiß nicht, wer du auf Lichess bist. Sag es mir mit /verknüpfen.',
    'link.unknown': 'lichess: Dort heißt niemand {name}. Stimmt die Schreibweise?',
    'link.closed': 'lichess: Das Konto {name} ist geschlossen.',
    'link.no-name': 'lichess: So kann dort niemand heißen. Gib deinen Namen an oder die Adresse deiner Seite.',
    'speed.ultraBullet': 'Ultrabullet',
    'speed.bullet': 'Bullet',
    'speed.blitz': 'Blitz',
    'speed.rapid': 'Schnellschach',
    'speed.classical': 'Klassisch',
    'speed.correspondence': 'Fernschach',

    'watch.game': 'Ich zeige diese Partie hier, bis sie zu Ende ist. Früher aufhören: /zuschauen-beenden.',
    'watch.user': 'Ich zeige hier von jetzt an die Partien von {name}. Aufhören: /zuschauen-beenden.',
    'watch.tv': 'Ich zeige hier von jetzt an Lichess TV. Aufhören: /zuschauen-beenden.',
    'watch.known': 'Das verfolge ich hier schon.',
    'watch.one': 'partie: Sag, wobei ich zuschauen soll: einer Partie, einem Spieler oder TV. Eins davon genügt.',
    'watch.link': 'partie: Gib den Link zu einer Partie auf Lichess an oder ihre Kennung aus acht Zeichen.',
    'watch.over': 'Diese Partie ist schon zu Ende, aber ich kann sie analysieren.',
    'watch.unknown': 'spieler: Auf Lichess heißt niemand {name}. Stimmt die Schreibweise?',
    'watch.closed': 'spieler: Das Konto {name} ist geschlossen.',
    'watch.no-name':
      'spieler: So kann auf Lichess niemand heißen. Gib einen Namen an oder die Adresse einer Spielerseite.',
    'watch.not-here':
      'Hier kann ich nichts verfolgen, weil ich auf diesem Server nicht Mitglied bin. Lade mich ein oder schreib mir privat.',
    'watch.full-owner':
      'Du verfolgst auf Lichess schon {most} {most:Sache|Sachen}, mehr geht nicht. Beende vorher eine mit /zuschauen-beenden.',
    'watch.full-channel':
      'In diesem Kanal verfolge ich schon {most} {most:Sache|Sachen}, mehr geht nicht. Beende vorher eine mit /zuschauen-beenden.',
    'watch.full-server':
      'Auf diesem Server verfolge ich schon {most} {most:Sache|Sachen}, mehr geht nicht. Beende vorher eine mit /zuschauen-beenden.',
    'watch.full-all': 'Mehr als {most} Partien kann ich nicht verfolgen. Bitte versuch es später noch einmal.',
    'watch.rated': 'gewertet',
    'watch.casual': 'ungewertet',
    'watch.anonymous': 'Anonym',
    'watch.ai': 'Stockfish Stufe {level}',
    'watch.behind': 'Lichess zeigt fremde Partien drei Züge verspätet.',
    'watch.fair': 'Keine Bewertung, solange gespielt wird.',
    'watch.for': 'Für {user}, bis /zuschauen-beenden.',
    'watch.line':
      'In der Warteschlange auf Platz {place}: Lichess lässt mich {most} Partien zugleich verfolgen. Sobald eine davon endet, geht es weiter.',
    'watch.silent': 'Lichess sagt mir gerade nichts. Ich versuche es weiter.',
    'watch.stopped': 'Wird hier nicht mehr verfolgt.',
    'watch.lost': 'Lichess kennt diese Partie nicht mehr: Sie wurde abgebrochen, oder es gab sie nie.',
    'watch.on-tv': 'Lichess TV',
    'watch.off-tv': 'Lichess TV zeigt inzwischen eine andere Partie.',
    'watch.before': 'Davor: {game}',
    'watch.mate': 'Matt: {winner} hat gewonnen.',
    'watch.resign': '{loser} hat aufgegeben: {winner} hat gewonnen.',
    'watch.outoftime': 'Die Zeit von {loser} ist abgelaufen: {winner} hat gewonnen.',
    'watch.timeout': '{loser} hat die Partie verlassen: {winner} hat gewonnen.',
    'watch.nostart': '{loser} hat nicht angefangen: {winner} hat gewonnen.',
    'watch.rules': 'Lichess hat die Partie beendet: {winner} hat gewonnen.',
    'watch.variant': '{winner} hat nach den Regeln dieser Variante gewonnen.',
    'watch.won': '{winner} hat gewonnen.',
    'watch.stalemate': 'Patt: remis.',
    'watch.flag-draw': 'Die Zeit ist abgelaufen, aber niemand konnte matt setzen: remis.',
    'watch.draw': 'Remis.',
    'watch.aborted': 'Die Partie wurde abgebrochen.',
    'watch.ended': 'Die Partie ist zu Ende.',
    'unwatch.nothing': 'In diesem Kanal verfolge ich nichts.',
    'unwatch.pick': 'Was soll ich nicht mehr verfolgen?',
    'unwatch.all': 'Alles',
    'unwatch.done': 'Das verfolge ich hier nicht mehr: {what}',
    'unwatch.game': 'Partie {id}',
    'unwatch.user': 'Partien von {name}',
    'unwatch.refused':
      'Das geht nur für {users} oder mit der Berechtigung „Nachrichten verwalten“ oder „Server verwalten“.',

    'investigate.menu': 'Warum ein Zug nicht geht …',
    'investigate.next': 'Und was danach gut aussieht …',
    'investigate.line': 'So geht es weiter: {line}',
    'investigate.instead': 'Besser: {move} ({score})',
    'investigate.option': '{shallow} bei Tiefe {quick}, {deep} bei Tiefe {depth}',
    'investigate.option-played': '{shallow} bei Tiefe {quick}, {deep} bei Tiefe {depth}; {share} spielen ihn',
    'investigate.stop.d2_eval_below_original': 'Nicht weiter verfolgt: {side} steht schon schlechter als am Anfang.',
    'investigate.stop.no_overestimated_moves':
      'Nicht weiter verfolgt: Ab hier sind sich ein schneller und ein tiefer Blick einig.',
    'investigate.stop.depth_limit': 'Nicht weiter verfolgt: {levels} Trugbilder hintereinander sind genug.',
    'investigate.stop.game_over': 'Dort ist die Partie zu Ende.',
    'investigate.stop.already_explored': 'Nicht weiter verfolgt: Dieselbe Stellung steht in einer anderen Variante.',
    'investigate.stop.search_limit': 'Nicht weiter verfolgt: Das wäre für eine Frage zu viel gewesen.',
    'investigate.footer': '{engine}, Tiefe {depth}. Alle Varianten stehen in der PGN-Datei.',
    'investigate.maia': 'Was Menschen spielen: Maia mit {rating}.',

    'match.owners': 'Einen Wettkampf können nur meine Betreiber beginnen.',
    'match.progress': 'Partie {done} von {total}. Bisher {score} aus Maias Sicht.',
    'match.title': 'Maia mit {rating} gegen Stockfish mit {elo}',
    'match.score': '{games} {games:Partie|Partien}: {score} aus Maias Sicht.',
    'match.strength':
      'Das ist eine Spielstärke von etwa {elo} nach Stockfishs Maß: in 95 von 100 Fällen zwischen {low} und {high}.',
    'match.above':
      'Maia hat alle gewonnen. Sicher ist nur: stärker als {low} nach Stockfishs Maß, in 95 von 100 Fällen.',
    'match.below':
      'Maia hat alle verloren. Sicher ist nur: schwächer als {high} nach Stockfishs Maß, in 95 von 100 Fällen.',
    'match.game': '{number}. {opening}, Maia hat {maia}: {end} ({moves} {moves:Zug|Züge}).',
    'match.length': 'Remis nach 300 Halbzügen',
    'match.foot':
      '{engine}, {nodes} Knoten pro Zug. {model}, Temperatur {temperature}. Alle Partien stehen in der PGN.',

    'piece.pawn': 'Bauer',
    'piece.knight': 'Springer',
    'piece.bishop': 'Läufer',
    'piece.rook': 'Turm',
    'piece.queen': 'Dame',
    'piece.king': 'König',

    'play.begin': '{user} spielt mit {color} gegen Maia (Wertungszahl {rating}).',
    'play.your-move': 'Du bist am Zug, {user}.',
    'play.thinking': 'Maia überlegt …',
    'play.pick': 'Zug auswählen …',
    'play.pick-piece': 'Figur auswählen …',
    'play.type': 'Zug eingeben',
    'play.dialog': 'Dein Zug',
    'play.field': 'Zug, etwa Sf3, Nf3 oder g1f3',
    'play.illegal': 'zug: {move} geht hier nicht.',
    'play.in-check': 'zug: {move} hilft nicht; du stehst im Schach.',
    'play.ambiguous': 'zug: {move} passt auf mehrere Züge ({moves}). Schreib, welchen du meinst.',
    'play.one-move': 'zug: Schreib einen Zug, etwa Sf3 oder g1f3.',
    'play.not-yours': 'Das ist die Partie von {user}. Mit /spielen fängst du eine eigene an.',
    'play.not-now': 'Du bist noch nicht am Zug.',
    'play.gone': 'Diese Partie ist schon weggeräumt. Mit /spielen fängst du eine neue an.',
    'play.gone-on': 'Die Partie ist inzwischen weitergegangen; so steht sie jetzt.',
    'play.wake': 'Maia, du bist dran!',
    'play.takeback': 'Zug zurücknehmen',
    'play.nothing-to-take-back': 'Es gibt noch nichts zurückzunehmen.',
    'play.draw': 'Remis anbieten',
    'play.draw-declined': 'Maia spielt weiter.',
    'play.resign': 'Aufgeben',
    'play.resign-sure': 'Diese Partie aufgeben?',
    'play.resign-yes': 'Ja, aufgeben',
    'play.resign-no': 'Nein, weiterspielen',
    'play.won': 'Du hast gewonnen. Gut gespielt!',
    'play.lost': 'Maia hat gewonnen.',
    'play.drawn': 'Remis.',
    'play.resigned': '{user} hat aufgegeben.',
    'play.by-checkmate': 'Matt.',
    'play.by-stalemate': 'Patt.',
    'play.by-dead': 'Keine Seite kann mehr gewinnen.',
    'play.by-repetition': 'Zum dritten Mal dieselbe Stellung.',
    'play.by-fifty-moves': 'Fünfzig Züge lang wurde weder geschlagen noch ein Bauer gezogen.',
    'play.by-agreement': 'Beide waren einverstanden.',
    'play.by-length': 'Dreihundert Züge sind genug.',
    'play.on-discord': 'Hier im Kanal',
    'play.on-lichess': 'Auf Lichess',
    'play.no-lichess':
      'wo: Ich habe kein Konto auf Lichess, mit dem ich spielen könnte. Lass es weg, dann spielen wir hier.',
    'play.lichess': '{user}, deine Partie gegen {name} auf Lichess ist bereit: {clock}, ungewertet, du hast {color}.',
    'play.lichess-first': 'Wer den Link zuerst öffnet, spielt. Er gilt einen Tag lang.',
    'play.lichess-direct': 'Du kannst {name} dort auch jederzeit selbst herausfordern: {page}',
    'play.already':
      'Du hast hier schon eine Partie, und das ist sie. Spiel sie zu Ende oder gib auf, dann kannst du eine neue anfangen.',
  },
});
