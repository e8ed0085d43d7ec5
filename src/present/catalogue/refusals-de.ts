import type { Translated } from '../../base/text.ts';
import type { REFUSALS, RefusalKey } from '../../chess/refusals.ts';

/** A sentence that is missing or too many, or has other gaps than the original, does not compile. */
const translation = <const T extends Record<RefusalKey, string>>(texts: T & Translated<typeof REFUSALS, T>): T => texts;

export const refusalsDe = translation({
  nothing:
    '{field}: Darin ist nichts zu analysieren. Gib eine FEN an, Züge wie „1. e4 e5 2. Nf3“, eine PGN oder einen Link zu einer Partie auf Lichess.',
  'no-game':
    '{field}: Darin ist keine Partie. Gib Züge an wie „1. e4 e5 2. Nf3“, eine PGN oder einen Link zu einer Partie auf Lichess.',
  'too-much': '{field}: Höchstens {most} kB, bitte; das ist mehr.',
  position: '{field}: Das ist eine Stellung. Gib einen Lichess-Link zu einer Partie an oder eine PGN mit ihren Zügen.',
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
  'pgn.json': '{field}: Das sieht nach JSON aus. Gib den Text der Partie selbst an, den die meisten Seiten PGN nennen.',

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
});
