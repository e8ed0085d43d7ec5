/** How a command or one of its options is called, and what is said about it. */
export interface Words {
  name: string;
  description: string;
}

export interface CommandWords extends Words {
  options: Readonly<Record<string, Words>>;
}

/** The commands of Kibitz. This is the original: translations have the same commands and options. */
export const commandsEn = {
  analyze: {
    name: 'analyze',
    description: 'Which moves give people the best chances here? By Stockfish and Maia',
    options: {
      position: {
        name: 'position',
        description: 'A FEN, moves, a PGN or a Lichess link. No games in progress: a bare position cannot be checked',
      },
      threshold: { name: 'threshold', description: 'Follow only moves that at least so many people play' },
      depth: { name: 'depth', description: 'How deep Stockfish looks' },
      loss: { name: 'loss', description: 'How much win rate a move may lose and still be looked at, in per cent' },
      rating: { name: 'rating', description: 'Rating of the side to move; yours if I know it' },
      'opponent-rating': { name: 'opponent-rating', description: 'Rating of the other side; the same if left out' },
    },
  },
  review: {
    name: 'review',
    description: 'A game move by move: accuracy, mistakes, phases, what decided it',
    options: {
      game: { name: 'game', description: 'A Lichess link or a PGN; your last game on Lichess if left out' },
      file: { name: 'file', description: 'A PGN file' },
      side: { name: 'side', description: 'Whose side of the board to look from' },
      depth: { name: 'depth', description: 'How deep Stockfish looks' },
    },
  },
  investigate: {
    name: 'investigate',
    description: 'Why the natural moves do not work here, in words',
    options: {
      position: { name: 'position', description: 'A FEN, moves such as e4 e5 Nf3, a PGN, or a Lichess link' },
      move: { name: 'move', description: 'A move that you want to know about, such as Qxb7' },
      rating: { name: 'rating', description: 'Rating of the side to move' },
    },
  },
  phases: {
    name: 'phases',
    description: 'Where the opening and the middlegame of a game end, and which endgame comes',
    options: { game: { name: 'game', description: 'A Lichess link or a PGN' } },
  },
  eval: {
    name: 'eval',
    description: 'A quick evaluation in one line',
    options: {
      position: { name: 'position', description: 'A FEN, moves such as e4 e5 Nf3, a PGN, or a Lichess link' },
    },
  },
  board: {
    name: 'board',
    description: 'Just a picture of the position',
    options: {
      position: { name: 'position', description: 'A FEN, moves such as e4 e5 Nf3, a PGN, or a Lichess link' },
      flip: { name: 'flip', description: 'Seen from Black’s side' },
      theme: { name: 'theme', description: 'The colours of the board' },
    },
  },
  gif: {
    name: 'gif',
    description: 'A game as an animation',
    options: { game: { name: 'game', description: 'A Lichess link or a PGN' } },
  },
  play: {
    name: 'play',
    description: 'Play against Maia, who plays like people of the rating you choose',
    options: {
      rating: { name: 'rating', description: 'How strong Maia plays' },
      color: { name: 'color', description: 'Your colour' },
      where: { name: 'where', description: 'Here in the channel, or on Lichess' },
      clock: { name: 'clock', description: 'On Lichess: minutes, and seconds for each move; 5+3 if left out' },
    },
  },
  watch: {
    name: 'watch',
    description: 'Follow live games from Lichess in this channel',
    options: {
      game: { name: 'game', description: 'A link to a game that is being played, or its id' },
      user: { name: 'user', description: 'A name on Lichess: all games of that account' },
      tv: { name: 'tv', description: 'Whatever is on Lichess TV' },
    },
  },
  unwatch: { name: 'unwatch', description: 'Follow no more live games in this channel', options: {} },
  link: {
    name: 'link',
    description: 'Tell me who you are on Lichess, and I know your rating and your games',
    options: { lichess: { name: 'lichess', description: 'Your name on Lichess; leave it out and I forget it' } },
  },
  match: {
    name: 'match',
    description: 'How strong is Maia? Games against Stockfish; only for those who run this bot',
    options: {
      games: { name: 'games', description: 'How many games; 20 if left out' },
      elo: { name: 'elo', description: 'How strong Stockfish plays, on its own scale; 1500 if left out' },
      rating: { name: 'rating', description: 'Whom Maia plays like; 1500 if left out' },
      temperature: {
        name: 'temperature',
        description: 'How much chance there is: 0 always the likeliest move, 1 as people play; 0.1 if left out',
      },
    },
  },
  settings: {
    name: 'settings',
    description: 'Settings of this server, for those who manage it',
    options: {
      rating: { name: 'rating', description: 'The rating I assume if nobody names another' },
      theme: { name: 'theme', description: 'The colours of the board' },
      depth: { name: 'depth', description: 'How deep Stockfish looks if nobody says otherwise' },
      'link-replies': { name: 'link-replies', description: 'Whether a posted Lichess link gets a reply' },
      channel: { name: 'channel', description: 'Open a channel for me, or close it again' },
      reset: { name: 'reset', description: 'Everything back to how it was at first' },
    },
  },
  help: { name: 'help', description: 'What I can do', options: {} },
  status: { name: 'status', description: 'How I am: queue, engines, versions, latency', options: {} },
};

export type CommandName = keyof typeof commandsEn;
export type OptionName<C extends CommandName> = keyof (typeof commandsEn)[C]['options'] & string;
/** The same commands and options, in whatever words. */
export type CommandTable = typeof commandsEn;

/** In the menu of a message. */
export const messageMenuEn = 'Analyze with Kibitz';
