import type { Role } from 'chessops/types';

/** What somebody loses and gets for it, as it is told. */
interface Loss {
  /** A rook for a minor piece, which is then in neither of the two. */
  exchange: boolean;
  lost: readonly Role[];
  won: readonly Role[];
}

const isMinor = (role: Role): boolean => role === 'knight' || role === 'bishop';

/** Beside pieces, pawns are left out where pieces are given for them. */
export function lossOf(lost: readonly Role[], won: readonly Role[]): Loss {
  const minor = won.find(isMinor);
  if (minor && lost.includes('rook') && !lost.includes('queen'))
    return { exchange: true, lost: without(lost, 'rook'), won: without(won, minor) };
  const pieces = (roles: readonly Role[]) => roles.filter(role => role !== 'pawn');
  const main = pieces(lost).length > 0 && won.length > 0 ? pieces(lost) : lost;
  return { exchange: false, lost: main, won: pieces(won).length > 0 ? pieces(won) : won };
}

function without(roles: readonly Role[], role: Role): Role[] {
  const at = roles.indexOf(role);
  return roles.filter((_, index) => index !== at);
}

/** Each kind once, with how many there are, in their order. */
export function counted(roles: readonly Role[]): [role: Role, count: number][] {
  const counts = new Map<Role, number>();
  for (const role of roles) counts.set(role, (counts.get(role) ?? 0) + 1);
  return [...counts];
}
