/** A game as Lichess exports it; the headers that are given stand instead of its own. */
export function lichessPgn(id: string, moves: string, headers: Record<string, string> = {}): string {
  const all = {
    Event: 'Rated blitz game',
    Site: `https://lichess.org/${id}`,
    Date: '2024.05.01',
    White: 'Anna',
    Black: 'Ben',
    Result: '1-0',
    GameId: id,
    WhiteElo: '1710',
    BlackElo: '1695',
    Variant: 'Standard',
    TimeControl: '180+2',
    ECO: 'C20',
    Opening: "King's Pawn Game: Wayward Queen Attack",
    Termination: 'Normal',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `[${name} "${value}"]`);
  return `${lines.join('\n')}\n\n${moves} ${all.Result}\n\n\n`;
}
