/** Everything Kibitz says in Discord, but for the commands. This is the original: translations have the same keys and gaps. */
export const en = {
  // When something is in the way. The keys are the codes of faults.
  'fault.bad-input': '{reason}',
  'fault.engine-missing':
    'I have no Stockfish here, so I cannot evaluate anything. Whoever runs me finds out why with “kibitz doctor”.',
  'fault.engine-failed': 'Stockfish gave up on this one. Please try again.',
  'fault.model-missing':
    'I have no Maia here, so I cannot tell what people play. Whoever runs me finds out why with “kibitz doctor”.',
  'fault.model-broken':
    'My Maia is damaged, so I cannot tell what people play. Whoever runs me finds out more with “kibitz doctor”.',
  'fault.lichess-failed': 'Lichess does not answer as it should. Please try again in a few minutes.',
  'fault.rate-limited': 'Lichess has asked me for a break. Please try again in a few minutes.',
  'fault.discord-failed': 'Discord does not answer as it should. Please try again in a few minutes.',
  'fault.store-failed': 'I cannot get at my notes. Please tell whoever runs me; the log has the details.',
  'fault.cancelled': 'Cancelled.',
  'fault.deadline': 'This took too long, so I stopped it. Try less depth, or a higher threshold.',
  'fault.busy': 'Too many analyses are waiting. Please try again in a few minutes.',
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

  // What is not there any more.
  'unknown.command': 'I do not know this command any more. Please reload Discord (Ctrl+R) and try again.',
  'unknown.button': 'I do not know this button any more. Please ask again with a command.',

  // What somebody may not do.
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
  'limit.server-running':
    'This server already has {most} {most:analysis|analyses} running. Please wait for {most:it|one} to finish.',
  'limit.server-hourly':
    'This server had {most} {most:analysis|analyses} in an hour, which is the limit. I can take the next in {duration}.',
  'file.size': 'file: at most {megabytes} MB, please. Give a PGN with fewer games.',
  'file.kind': 'file: this is not a text file. Export the game as PGN and attach that.',
  'file.source': 'file: I take files that were attached here only.',
  'file.or-game': 'game: give a link or a PGN, or attach a file. One is enough.',

  // Fair play.
  'fair-play.refused': 'This game is still being played. Ask me again when it is over.',
  'fair-play.help':
    'I do not analyse games that are still being played: with a Lichess game I can tell, with a bare position I have to trust you.',

  // Short answers.
  'help.about': 'I know what is true (Stockfish) and what people will play (Maia).',
  'help.position': 'A position is a FEN, moves from the start such as `e4 e5 Nf3`, a PGN, or a Lichess link.',
  'help.menu': 'In the menu of a message, under “Apps”, I analyse whatever is in it.',
  'status.about': '{name}, Node {node}, up for {duration}',
  'status.queue': 'Queue: {running} running, {waiting} waiting',
  'status.stockfish': 'Stockfish: {source}, {busy} of {all} busy',
  'status.no-stockfish': 'Stockfish: not available',
  'status.maia': 'Maia: {model}, {busy} of {all} busy',
  'status.maia-asleep': 'Maia: {model}, not loaded yet',
  'status.cache': 'Answers remembered: {answers}',
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
  'button.previous-page': 'Previous page',
  'button.next-page': 'Next page',

  // Menus.
  'menu.candidate': 'The tree of a move …',
  'menu.node': 'A position from the tree …',
  'menu.threshold': 'Follow moves that at least … play',
  'menu.threshold.option': '{percent} or more',
  'menu.depth': 'Depth',
  'menu.depth.option': 'Depth {depth}',
  'menu.rating': 'For players rated …',
  'menu.rating.option': 'Rated {rating}',
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

  // What can be chosen in a command.
  'choice.white': 'White',
  'choice.black': 'Black',
  'choice.random': 'Random',

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
  'link.unlinked': 'Forgotten. I no longer know who you are on Lichess.',
  'link.none': 'I do not know who you are on Lichess. Tell me with /link.',
  'link.unknown': 'lichess: nobody there is called {name}. Check the spelling.',
  'link.closed': 'lichess: the account {name} is closed.',
  'speed.ultraBullet': 'ultrabullet',
  'speed.bullet': 'bullet',
  'speed.blitz': 'blitz',
  'speed.rapid': 'rapid',
  'speed.classical': 'classical',
  'speed.correspondence': 'correspondence',

  // Investigations.
  'investigate.menu': 'Why a move does not work …',
  'investigate.next': 'And what looks good after that …',
  'investigate.line': 'How it goes on: {line}',
  'investigate.instead': 'Better: {move} ({score})',
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
  'play.white': 'White',
  'play.black': 'Black',
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
  'play.already': 'You already have a game here, and this is it. Finish it or resign, and you can start another.',
} as const;

export type Key = keyof typeof en;
