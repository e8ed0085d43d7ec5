import { REFUSALS } from '../../chess/refusals.ts';
import { CHESS_WORDS } from '../../chess/words.ts';
import { reportsEn } from './en-reports.ts';

/**
 * The English catalogue, long because it is data. It is the original: the catalogue of another language has the same
 * commands, and the same texts with the same gaps. What stands elsewhere: words of chess in `chess/words.ts`, refusals
 * in `chess/refusals.ts`, and in `en-reports.ts` what is said of games and positions.
 */

/** How a command or one of its options is called, and what is said about it. */
export interface Words {
  name: string;
  description: string;
}

export interface CommandWords extends Words {
  options: Readonly<Record<string, Words>>;
}

const POSITION = { name: 'position', description: 'A FEN, moves such as e4 e5 Nf3, a PGN, or a Lichess link' };
const GAME = { name: 'game', description: 'A Lichess link or a PGN' };
const THEME = { name: 'theme', description: 'The colours of the board' };

const commands = {
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
      position: POSITION,
      move: { name: 'move', description: 'A move that you want to know about, such as Qxb7' },
      rating: { name: 'rating', description: 'Rating of the side to move' },
    },
  },
  phases: {
    name: 'phases',
    description: 'Where the opening and the middlegame of a game end, and which endgame comes',
    options: { game: GAME },
  },
  eval: {
    name: 'eval',
    description: 'A quick evaluation in one line',
    options: { position: POSITION },
  },
  board: {
    name: 'board',
    description: 'Just a picture of the position',
    options: {
      position: POSITION,
      flip: { name: 'flip', description: 'Seen from Black’s side' },
      theme: THEME,
    },
  },
  gif: {
    name: 'gif',
    description: 'A game as an animation',
    options: { game: GAME },
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
      theme: THEME,
      depth: { name: 'depth', description: 'How deep Stockfish looks if nobody says otherwise' },
      'link-replies': { name: 'link-replies', description: 'Whether a posted Lichess link gets a reply' },
      channel: { name: 'channel', description: 'Open a channel for me, or close it again' },
      reset: { name: 'reset', description: 'Everything back to how it was at first' },
    },
  },
  help: { name: 'help', description: 'What I can do', options: {} },
  status: { name: 'status', description: 'How I am: queue, engines, versions, latency', options: {} },
};

const texts = {
  ...CHESS_WORDS,
  ...reportsEn,

  // When something is in the way. The keys are the codes of faults.
  'fault.engine-missing':
    'I have no Stockfish here, so I cannot evaluate anything. Whoever runs me finds out why with “kibitz doctor”.',
  'fault.engine-failed': 'Stockfish gave up on this one. Please try again.',
  'fault.model-missing':
    'I have no Maia here, so I cannot tell what people play. Whoever runs me finds out why with “kibitz doctor”.',
  'fault.model-broken':
    'My Maia is damaged, so I cannot tell what people play. Whoever runs me finds out more with “kibitz doctor”.',
  'fault.lichess-failed': 'Lichess does not answer as it should. Please try again in a few minutes.',
  'fault.rate-limited': 'Lichess has asked me for a break. Please try again in a few minutes.',
  'fault.lichess-refused':
    'Lichess does not let me ask, so I cannot look there. Whoever runs me finds out why with “kibitz doctor”.',
  'fault.discord-failed': 'Discord does not answer as it should. Please try again in a few minutes.',
  'fault.store-failed': 'I cannot get at my notes. Please tell whoever runs me; the log has the details.',
  'fault.cancelled': 'Cancelled.',
  'fault.deadline': 'This took too long, so I stopped it. Try less depth, or a higher threshold.',
  'fault.too-large': 'That is too large for me to read or to draw. Please try it with a shorter game or text.',
  'fault.busy': 'Kibitz is busy right now. Please try again in a few minutes.',
  'fault.closing': 'I am being restarted. Please ask again in a minute.',
  'fault.crashed': 'The analysis crashed on this one, twice. Please try it with less depth.',
  'fault.internal': 'Something went wrong on my side, and I have made a note of it. Please try again.',

  // While it runs.
  'wait.working': 'Working on it …',
  'wait.later': 'This takes longer than Discord lets me keep this reply; the answer will come as a new message.',
  'wait.position': 'Waiting: number {position} in line.',
  'wait.next': 'Waiting: next in line.',
  'progress.download': 'Fetching Maia, once only: {done} of {total} MB',
  'progress.maia-trees': 'Looking at what people play: {positions} {positions:position|positions}',
  'progress.stockfish-eval': 'Stockfish judges: move {done} of {total}',
  'progress.complete': 'Putting it together …',
  'progress.review': 'Stockfish looks at the game: position {done} of {total}',
  'progress.humans': 'Comparing with other players: {done} of {total}',
  'progress.investigate': 'Following what looks good: {done} of {total} {total:branch|branches}',
  'progress.picture': 'Drawing …',
  'progress.estimate': 'about {duration} in all',
  'progress.preliminary': 'So far',

  // How it ended.
  'end.interrupted': 'A restart came in between. Press **Run again** to start over.',
  'end.lost': 'A restart came in between. Please ask again with the command.',
  'end.expired': 'This analysis is too old, and I no longer have it. Press **Run again** for a new one.',
  'end.forgotten': 'This one is so old that I remember nothing about it. Please ask again with a command.',
  'end.over': 'This is over already.',
  'end.not-shown': 'The answer is there, but it could not be shown. I have made a note of it.',

  // An answer that a user shares with the channel.
  'share.by': '{user} shares this:',

  // What is not there any more.
  'unknown.command': 'I do not know this command any more. Please reload Discord (Ctrl+R) and try again.',
  'unknown.button': 'I do not know this button any more. Please ask again with a command.',

  // Refusals of what a user is not allowed to do.
  'refused.cancel': 'Only {user} can cancel this.',
  'refused.manage-server': 'For this you need the permission “Manage Server”.',
  'refused.server-only': 'This works on servers only.',
  'refused.channel': 'On this server I answer in {channels} only.',
  'refused.send':
    'I may not write or attach files in this channel. Somebody who manages the server can allow it: “Send Messages” and “Attach Files”.',
  'limit.user-running':
    'You already have {most} {most:analysis|analyses} running. Wait for {most:it|one} to finish, or cancel it.',
  'limit.user-hourly':
    'That was {most} {most:analysis|analyses} in an hour, which is the limit. You can ask again in {duration}.',
  'limit.user-engine':
    'Your analyses have kept the engines at work for {time} in an hour, which is the limit. You can ask again in {duration}.',
  'limit.server-running':
    'This server already has {most} {most:analysis|analyses} running. Please wait for {most:it|one} to finish.',
  'limit.server-hourly':
    'This server had {most} {most:analysis|analyses} in an hour, which is the limit. I can take the next in {duration}.',
  'limit.server-engine':
    'The analyses of this server have kept the engines at work for {time} in an hour, which is the limit. I can take the next in {duration}.',
  'fetch.user-running':
    'I am already asking Lichess for {most} {most:thing|things} on your behalf. Please wait until {most:it is|one is} here.',
  'fetch.user-hourly':
    'I have asked Lichess {most} {most:time|times} on your behalf in an hour, which is the limit. I can ask again in {duration}.',
  'fetch.server-running':
    'I am already asking Lichess for {most} {most:thing|things} on behalf of this server. Please wait until {most:it is|one is} here.',
  'fetch.server-hourly':
    'I have asked Lichess {most} {most:time|times} on behalf of this server in an hour, which is the limit. I can ask again in {duration}.',
  'page.file': 'Save this file and open it in a browser: everything is in it, and it asks nobody for anything.',
  'page.size': 'This report is too large for a file here ({megabytes} MB). Run it again with a higher threshold.',
  'file.size': 'file: at most {megabytes} MB, please. Give a PGN with fewer games.',
  'file.kind': 'file: this is not a text file. Export the game as PGN and attach that.',
  'file.source': 'file: I take files that were attached here only.',
  'review.whose':
    'game: give a link or a PGN, or attach a file. Or tell me with /link who you are on Lichess, and I take your last game.',
  'file.or-game': 'game: give a link or a PGN, or attach a file. One is enough.',

  // Fair play.
  'fair-play.help':
    'I do not analyse games that are still being played: with a Lichess game I can tell, with a bare position I have to trust you.',

  // Short answers.
  'help.about': 'I know what is true (Stockfish) and what people will play (Maia).',
  'help.position': 'A position is a FEN, moves from the start such as `e4 e5 Nf3`, a PGN, or a Lichess link.',
  'help.menu': 'In the menu of a message, under “Apps”, I analyse whatever is in it.',
  'help.source': 'I am free software, under AGPL-3.0-or-later. My source code: {url}',
  'status.about': '{name}, Node {node}, up for {duration}',
  'status.queue': 'Queue: {running} running, {waiting} waiting',
  'status.stockfish': 'Stockfish ({source}): {busy} of {all} busy',
  'status.no-stockfish': 'Stockfish: not available',
  'status.maia': 'Maia ({model}): {busy} of {all} busy',
  'status.maia-asleep': 'Maia ({model}): not loaded yet',
  'status.other-version':
    'Workers of another version (Kibitz {kibitz}, protocol {protocol}), which get no jobs: {workers}',
  'status.cache': 'Answers remembered: {answers}',
  'status.forgetful': 'Nothing is kept beyond the next restart: my data folder cannot be written.',
  'status.shards': 'Shards: {count}',
  'status.servers': 'Shards: {count}, servers: {servers}',
  'status.latency': 'Discord: {latency} ms away',
  'eval.best': '{side}’s best move is {move}.',
  'eval.by': '({engine}, depth {depth})',
  'eval.nothing': 'Stockfish has no opinion about this position.',

  // Buttons.
  'button.cancel': 'Cancel',
  'button.flip': 'Flip',
  'button.previous-mistake': 'Previous mistake',
  'button.next-mistake': 'Next mistake',
  'button.gif': 'GIF',
  'button.investigate': 'Investigate',
  'button.review': 'Review',
  'button.back': 'Back to analysis',
  'button.tree': 'Back to the tree',
  'button.again': 'Run again',
  'button.share': 'Share',
  'button.page': 'Open in a browser',
  'button.previous-page': 'Previous page',
  'button.next-page': 'Next page',
  'button.games': 'Games',
  'button.result': 'Result',

  // Menus.
  'menu.candidate': 'The tree of a move …',
  'menu.node': 'A position from the tree …',
  'menu.threshold': 'Follow moves that at least … play',
  'menu.threshold.option': '{percent} or more',
  'menu.depth': 'Depth',
  'menu.depth.option': 'Depth {depth}',
  'menu.rating': 'For players rated …',
  'menu.rating.option': 'Rated {rating}',
  'menu.mistake': 'Jump to a mistake …',
  'menu.mistake.worst': 'Jump to one of the {shown} worst mistakes …',
  'menu.page': 'Page {page} of {pages}',
  'menu.preview': 'Preview: {moves}',

  // Expected win rates. The moves of a list are read on a phone: short parts, each of which can stand alone.
  'analyze.title': '{color} to move, rated {rating}',
  'analyze.title-against': '{color} to move, rated {rating} against {opponent}',
  'analyze.over': 'The game is over',
  'analyze.expected': '{share} expected',
  'analyze.engine': 'engine {share}',
  'analyze.played': '{share} play it',
  'analyze.trap': 'trap {share}',
  'analyze.risk': 'risk {share}',
  'analyze.confidence.high': 'high confidence',
  'analyze.confidence.medium': 'medium confidence',
  'analyze.confidence.low': 'low confidence',
  'analyze.plies': '{plies} plies deep',
  'analyze.not-analysed': 'Not analysed: {moves}',
  'analyze.rejected': 'Clearly worse: {moves}',
  'analyze.more': '{moves} more',
  'analyze.legend':
    'Win rates are {color}’s; a draw counts half. Expected: both sides go on as people do. Trap: opponents who go wrong at once. Risk: going wrong oneself.',
  'analyze.foot': 'Lines that {threshold} or more play · depth {depth}',
  'analyze.tree': '{positions} {positions:position|positions}, {coverage} of what people play',
  'analyze.tree-hint': 'Pick a position from the menu to see it on the board.',
  'analyze.tree-cut': 'The menu has the {shown} likeliest of them.',
  'analyze.reach': '{share} of games get here',
  'analyze.blunder': 'a blunder',
  'analyze.next': 'People go on with {moves}.',

  // Reviews.
  'review.phases': 'Phases',
  'review.lessons': 'To take away',
  'review.mistake': '{judgement} by {who}',
  'review.line': 'Engine line',
  'review.place': 'Mistake {place} of {of}',
  'judgement.inaccuracy': 'Inaccuracy',
  'judgement.mistake': 'Mistake',
  'judgement.blunder': 'Blunder',

  // What can be chosen in a command.
  'color.random': 'Random',

  // Settings of a server.
  'settings.title': 'Settings of this server',
  'settings.rating': 'Rating',
  'settings.theme': 'Board',
  'settings.depth': 'Depth',
  'settings.linkReplies': 'Replies to links',
  'settings.channels': 'Channels',
  'settings.on': 'on',
  'settings.off': 'off',
  'settings.all-channels': 'all channels',
  'theme.brown': 'Brown',
  'theme.blue': 'Blue',
  'theme.green': 'Green',
  'theme.high-contrast': 'High contrast',
  'settings.no-intent':
    'Replies to links need the message content intent, and it is switched off for me. Whoever runs me can change that.',

  // Accounts on Lichess.
  'link.linked': 'You are {name} on Lichess: {ratings}. From now on I go by that.',
  'link.unrated': 'You are {name} on Lichess, without a rating so far.',
  'link.last-game': 'Your last game: {game}',
  'link.unlinked': 'Forgotten. I no longer know who you are on Lichess.',
  'link.none': 'I do not know who you are on Lichess. Tell me with /link.',
  'link.unknown': 'lichess: nobody there is called {name}. Check the spelling.',
  'link.closed': 'lichess: the account {name} is closed.',
  'link.no-name': 'lichess: this cannot be a name there. Give your name, or the address of your page.',
  'speed.ultraBullet': 'ultrabullet',
  'speed.bullet': 'bullet',
  'speed.blitz': 'blitz',
  'speed.rapid': 'rapid',
  'speed.classical': 'classical',
  'speed.correspondence': 'correspondence',

  // Live games.
  'watch.game': 'I show this game here until it is over. To end it sooner: /unwatch.',
  'watch.user': 'I show the games of {name} here from now on. To end it: /unwatch.',
  'watch.tv': 'I show Lichess TV here from now on. To end it: /unwatch.',
  'watch.known': 'I am following this here already.',
  'watch.one': 'game: say what to follow, a game, a user or TV. One is enough.',
  'watch.link': 'game: give the link to a game on Lichess, or its id of eight characters.',
  'watch.over': 'This game is over already, but I can review it.',
  'watch.unknown': 'user: nobody on Lichess is called {name}. Check the spelling.',
  'watch.closed': 'user: the account {name} is closed.',
  'watch.no-name': 'user: this cannot be a name on Lichess. Give a name, or the address of a player’s page.',
  'watch.not-here':
    'I cannot follow anything here, because I am not a member of this server. Invite me, or write to me in private.',
  'watch.full-owner':
    'You are following {most} {most:thing|things} on Lichess already, which is the limit. End one with /unwatch first.',
  'watch.full-channel':
    'This channel is following {most} {most:thing|things} already, which is the limit. End one with /unwatch first.',
  'watch.full-server':
    'This server is following {most} {most:thing|things} already, which is the limit. End one with /unwatch first.',
  'watch.full-all': 'I am following as many games as I can, {most}. Please try again later.',
  'watch.rated': 'rated',
  'watch.casual': 'casual',
  'watch.anonymous': 'Anonymous',
  'watch.ai': 'Stockfish level {level}',
  'watch.behind': 'Lichess shows other people’s games three moves behind.',
  'watch.fair': 'No evaluation while it is being played.',
  'watch.for': 'For {user}, until /unwatch.',
  'watch.line':
    'Waiting in line, number {place}: Lichess lets me follow {most} games at once. It goes on as soon as one of them ends.',
  'watch.silent': 'Lichess does not tell me anything at the moment. I keep trying.',
  'watch.stopped': 'No longer followed here.',
  'watch.lost': 'Lichess does not know this game any more: it was aborted, or there never was one.',
  'watch.on-tv': 'Lichess TV',
  'watch.off-tv': 'Lichess TV has gone on to another game.',
  'watch.before': 'Before this: {game}',
  'watch.mate': 'Checkmate: {winner} won.',
  'watch.resign': '{loser} resigned: {winner} won.',
  'watch.outoftime': '{loser} ran out of time: {winner} won.',
  'watch.timeout': '{loser} left the game: {winner} won.',
  'watch.nostart': '{loser} did not start: {winner} won.',
  'watch.rules': 'Lichess ended the game: {winner} won.',
  'watch.variant': '{winner} won by the rules of this variant.',
  'watch.won': '{winner} won.',
  'watch.stalemate': 'Stalemate: a draw.',
  'watch.flag-draw': 'Time ran out, but nobody could mate: a draw.',
  'watch.draw': 'A draw.',
  'watch.aborted': 'The game was aborted.',
  'watch.ended': 'The game is over.',
  'unwatch.nothing': 'I follow nothing in this channel.',
  'unwatch.pick': 'What shall I stop following?',
  'unwatch.all': 'Everything',
  'unwatch.done': 'I no longer follow this here: {what}',
  'unwatch.game': 'Game {id}',
  'unwatch.user': 'Games of {name}',
  'unwatch.refused':
    'This is for {users} to end, or for somebody with the permission “Manage Messages” or “Manage Server”.',

  // Investigations.
  'investigate.menu': 'Why a move does not work …',
  'investigate.next': 'And what looks good after that …',
  'investigate.line': 'How it goes on: {line}',
  'investigate.instead': 'Better: {move} ({score})',
  'investigate.option': '{shallow} at depth {quick}, {deep} at depth {depth}',
  'investigate.option-played': '{shallow} at depth {quick}, {deep} at depth {depth}; {share} play it',
  'investigate.stop.d2_eval_below_original': 'Not followed further: {side} already stands worse than at the start.',
  'investigate.stop.no_overestimated_moves': 'Not followed further: from here on a quick look and a deep one agree.',
  'investigate.stop.depth_limit': 'Not followed further: {levels} illusions one behind the other are enough.',
  'investigate.stop.game_over': 'The game is over there.',
  'investigate.stop.already_explored': 'Not followed further: the same position is in another line.',
  'investigate.stop.search_limit': 'Not followed further: that would have been too much for one question.',
  'investigate.footer': '{engine}, depth {depth}. The PGN has all lines.',
  'investigate.maia': 'What people play: Maia at {rating}.',

  // Matches.
  'match.owners': 'Only those who run me can start a match.',
  'match.progress': 'Game {done} of {total}. So far {score}, as Maia sees it.',
  'match.title': 'Maia at {rating} against Stockfish at {elo}',
  'match.score': '{games} {games:game|games}: {score}, as Maia sees it.',
  'match.strength':
    'That is a strength of about {elo} on Stockfish’s scale: between {low} and {high}, 95 times in 100.',
  'match.above': 'Maia won them all, so all I can say is: stronger than {low} on Stockfish’s scale, 95 times in 100.',
  'match.below': 'Maia lost them all, so all I can say is: weaker than {high} on Stockfish’s scale, 95 times in 100.',
  'match.game': '{number}. {opening}, Maia has {maia}: {end} ({moves} {moves:move|moves}).',
  'match.length': 'Draw after 300 half-moves',
  'match.foot': '{engine}, {nodes} nodes a move. {model}, temperature {temperature}. The PGN has all games.',

  // Pieces.
  'piece.pawn': 'Pawn',
  'piece.knight': 'Knight',
  'piece.bishop': 'Bishop',
  'piece.rook': 'Rook',
  'piece.queen': 'Queen',
  'piece.king': 'King',

  // Playing.
  'play.begin': '{user} plays {color} against Maia, rated {rating}.',
  'play.your-move': 'Your move, {user}.',
  'play.thinking': 'Maia is thinking …',
  'play.pick': 'Pick a move …',
  'play.pick-piece': 'Pick a piece …',
  'play.type': 'Type a move',
  'play.dialog': 'Your move',
  'play.field': 'Move, such as Nf3 or g1f3',
  'play.illegal': 'move: {move} is not possible here.',
  'play.in-check': 'move: {move} does not help; you are in check.',
  'play.ambiguous': 'move: {move} fits more than one move ({moves}). Write which.',
  'play.one-move': 'move: write one move, such as Nf3 or g1f3.',
  'play.not-yours': 'This is {user}’s game. Start your own with /play.',
  'play.not-now': 'It is not your move yet.',
  'play.gone': 'This game has been put away. Start another with /play.',
  'play.gone-on': 'The game has gone on in the meantime; this is how it stands.',
  'play.wake': 'Maia, your move!',
  'play.takeback': 'Take back',
  'play.nothing-to-take-back': 'There is nothing to take back yet.',
  'play.draw': 'Offer a draw',
  'play.draw-declined': 'Maia plays on.',
  'play.resign': 'Resign',
  'play.resign-sure': 'Resign this game?',
  'play.resign-yes': 'Yes, resign',
  'play.resign-no': 'No, play on',
  'play.won': 'You won. Well played!',
  'play.lost': 'Maia won.',
  'play.drawn': 'A draw.',
  'play.resigned': '{user} resigned.',
  'play.by-checkmate': 'Checkmate.',
  'play.by-stalemate': 'Stalemate.',
  'play.by-dead': 'Neither side can win any more.',
  'play.by-repetition': 'The same position for the third time.',
  'play.by-fifty-moves': 'Fifty moves without a capture or a pawn move.',
  'play.by-agreement': 'Agreed.',
  'play.by-length': 'Three hundred moves are enough.',
  'play.on-discord': 'Here in the channel',
  'play.on-lichess': 'On Lichess',
  'play.no-lichess': 'where: I have no account on Lichess to play with. Leave it out, and we play here.',
  'play.lichess': '{user}, your game against {name} on Lichess is ready: {clock}, casual, you have {color}.',
  'play.lichess-first': 'Whoever opens the link first plays. It works for a day.',
  'play.lichess-direct': 'You can also challenge {name} there whenever you like: {page}',
  'play.already': 'You already have a game here, and this is it. Finish it or resign, and you can start another.',
} as const;

export const en = { commands, messageMenu: 'Analyze with Kibitz', message: 'message', refusals: REFUSALS, texts };

export type CommandTable = typeof commands;
export type CommandName = keyof CommandTable;
export type OptionName<C extends CommandName> = keyof CommandTable[C]['options'] & string;
export type Texts = typeof texts;
export type TextKey = keyof Texts;
