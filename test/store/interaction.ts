import type { Interaction } from '../../src/store/running.ts';

export const interaction = (id: string, changes: Partial<Interaction> = {}): Interaction => ({
  id,
  token: `token of ${id}`,
  application: '100000000000000001',
  channel: '100000000000000002',
  message: null,
  user: '100000000000000003',
  locale: 'de',
  question: { kind: 'expected', moves: ['e2e4'], rating: 1500 },
  ...changes,
});
