import type { CommandTable } from './commands-en.ts';

const POSITION = { name: 'stellung', description: 'Eine FEN, Züge wie e4 e5 Nf3, eine PGN oder ein Lichess-Link' };
const GAME = { name: 'partie', description: 'Ein Lichess-Link oder eine PGN' };
const THEME = { name: 'farben', description: 'Die Farben des Bretts' };

export const commandsDe: CommandTable = {
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
};

export const messageMenuDe = 'Mit Kibitz analysieren';
