import type { Command } from './command.ts';

interface Entry {
  /** Its line in the list of all. */
  summary: string;
  load: () => Promise<Command>;
}

/** Every command. Each is loaded when it is called: `kibitz version` does not wait for what `kibitz models` needs. */
export const COMMANDS: Readonly<Record<string, Entry>> = {
  eval: {
    summary: 'What Stockfish thinks of a position.',
    load: async () => (await import('./eval.ts')).evalCommand,
  },
  maia: {
    summary: 'What people of a rating play in a position, and how their games end.',
    load: async () => (await import('./maia.ts')).maiaCommand,
  },
  expected: {
    summary: 'Which moves give people of a rating the best chances, given how people really go on.',
    load: async () => (await import('./expected.ts')).expectedCommand,
  },
  phases: {
    summary: 'Where the opening and the middlegame of games end, and which endgame they reach.',
    load: async () => (await import('./phases.ts')).phasesCommand,
  },
  review: {
    summary: 'A game move by move: accuracy, mistakes and who makes them, phases, what decided it.',
    load: async () => (await import('./review.ts')).reviewCommand,
  },
  investigate: {
    summary:
      'Why the obvious move is wrong: what looks good at a glance and is not, who falls for it, and how it is refuted.',
    load: async () => (await import('./investigate.ts')).investigateCommand,
  },
  match: {
    summary: 'How strong Maia is: games against Stockfish at a known strength, and a rating with its interval.',
    load: async () => (await import('./match.ts')).matchCommand,
  },
  evaluate: {
    summary: 'How human Maia is: how often she foresees the moves of real games, by rating and phase, with intervals.',
    load: async () => (await import('./evaluate.ts')).evaluateCommand,
  },
  tags: {
    summary: 'What can be seen on a board without an engine: structure, tactics, threats.',
    load: async () => (await import('./tags.ts')).tagsCommand,
  },
  render: {
    summary: 'A position as a picture.',
    load: async () => (await import('./render.ts')).renderCommand,
  },
  gif: {
    summary: 'A game as an animation.',
    load: async () => (await import('./gif.ts')).gifCommand,
  },
  models: {
    summary: 'The human models: which there are, fetch one, check the files.',
    load: async () => (await import('./models.ts')).modelsCommand,
  },
  doctor: {
    summary: 'Checks everything Kibitz needs, and says what to do about what is missing.',
    load: async () => (await import('./doctor.ts')).doctorCommand,
  },
  health: {
    summary: 'Asks the Kibitz that runs here with the same KIBITZ_METRICS_PORT whether it is alive.',
    load: async () => (await import('./health.ts')).healthCommand,
  },
  worker: {
    summary: 'Does jobs for every bot of the same REDIS_URL, until it is stopped.',
    load: async () => (await import('./worker.ts')).workerCommand,
  },
  serve: {
    summary: 'Shows kept reports in a browser, where they can be run again, until it is stopped.',
    load: async () => (await import('./serve.ts')).serveCommand,
  },
  backup: {
    summary: 'Copies what people have left with Kibitz into one file, also while bots run.',
    load: async () => (await import('./backup.ts')).backupCommand,
  },
  bot: {
    summary: 'Kibitz on Discord, on Lichess or on both, until it is stopped.',
    load: async () => (await import('./bot.ts')).botCommand,
  },
  lichess: {
    summary: 'Turns the account of LICHESS_TOKEN into a bot, for good; it must not have played a game.',
    load: async () => (await import('./lichess.ts')).lichessCommand,
  },
  discord: {
    summary: 'Tells Discord which commands there are; starting the bot does so by itself.',
    load: async () => (await import('./discord.ts')).discordCommand,
  },
  demo: {
    summary: 'A sample position and a sample game through both engines, end to end.',
    load: async () => (await import('./demo.ts')).demoCommand,
  },
  version: {
    summary: 'The version of Kibitz.',
    load: async () => (await import('./version.ts')).versionCommand,
  },
};
