import type { Redis } from 'ioredis';
import type { Priority } from '../../base/fair-queue.ts';
import { LEASE_MS, leaseKey, MEMBERS, PREFIX, queueOf, SHARED } from './protocol.ts';

/** Scripts that run within Redis, for what has to be read and written in one step. */

/**
 * Owners take turns. The first job of an owner that has none waiting gets the turn after the one that is being served,
 * its next job the turn after that. So the first job of a new owner comes before the second jobs of all others, and
 * each job is served at some time. This is start-time fair queuing (Goyal, Vin and Cheng 1996) with jobs of one size.
 */
const TAKE_TURN = `
local served = tonumber(redis.call('GET', KEYS[1]) or '0')
local last = tonumber(redis.call('ZSCORE', KEYS[2], ARGV[1]) or '0')
local turn = math.max(served, last) + 1
redis.call('ZADD', KEYS[2], turn, ARGV[1])
return turn`;

/**
 * Turns begin at 1 again when no owner has one left and no job waits: a job that waits would be overtaken by all new
 * jobs with their low turns.
 */
const SERVE_TURN = `
local served = tonumber(redis.call('GET', KEYS[1]) or '0')
local turn = math.max(served, tonumber(ARGV[1]))
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', turn)
local waits = redis.call('EXISTS', KEYS[2]) == 1 or redis.call('EXISTS', KEYS[3]) == 1
if waits then redis.call('SET', KEYS[1], turn) else redis.call('DEL', KEYS[1]) end`;

const turnKeys = (priority: Priority): [string, string] => [
  `${PREFIX}:served:${priority}`,
  `${PREFIX}:turns:${priority}`,
];
/** Where BullMQ keeps jobs with a rank until a worker takes them. */
const waitingKey = (priority: Priority): string => `${PREFIX}:${queueOf({ priority })}:prioritized`;

export async function takeTurn(redis: Redis, priority: Priority, owner: string): Promise<number> {
  return Number(await redis.eval(TAKE_TURN, 2, ...turnKeys(priority), owner));
}

export async function serveTurn(redis: Redis, priority: Priority, turn: number): Promise<void> {
  await redis.eval(SERVE_TURN, 3, ...turnKeys(priority), waitingKey(priority), turn);
}

/** BullMQ's range is 2^21, and 0 stands for none: https://docs.bullmq.io/guide/jobs/prioritized */
const TURNS = 2 ** 19 - 1;

/** The urgency within one queue; only the queue of parts has jobs of all three. */
const URGENCY: Record<Priority, number> = { move: 0, short: 0, interactive: 0, live: 1, background: 2 };

/** Jobs of lower rank come first: by urgency, then by turn. */
export const rankOf = (priority: Priority, turn: number): number => URGENCY[priority] * TURNS + Math.min(turn, TURNS);

/** The time by Redis's clock, since the clocks of machines differ. */
const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

const SIGN_IN = `${NOW}
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('ZADD', KEYS[2], now + ARGV[3], ARGV[1])`;

const PRESENT = `${NOW}
local gone = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now)
for _, id in ipairs(gone) do redis.call('HDEL', KEYS[1], id) redis.call('ZREM', KEYS[2], id) end
return redis.call('HVALS', KEYS[1])`;

const untilOf = (members: string): string => `${members}:until`;
const UNTIL = untilOf(MEMBERS);

/** Signs in a worker or a bot. */
export async function signIn<M extends { id: string }>(redis: Redis, member: M): Promise<void> {
  await redis.eval(SIGN_IN, 2, MEMBERS, UNTIL, member.id, JSON.stringify(member), LEASE_MS);
}

export async function signOut(redis: Redis, id: string): Promise<void> {
  await redis.multi().hdel(MEMBERS, id).zrem(UNTIL, id).exec();
}

/** The entries of all bots and workers that are signed in. */
export async function present(redis: Redis, members = MEMBERS): Promise<string[]> {
  return (await redis.eval(PRESENT, 2, members, untilOf(members))) as string[];
}

/**
 * The cache has two halves. New answers, and old ones that are used again, go into the young half. When that is full it
 * becomes the old half, and the previous old half is deleted. So answers that are used stay, within the allowed bytes.
 */
const KEEP = `
local function keep(name, value)
  redis.call('HSET', KEYS[1], name, value)
  if redis.call('INCRBY', KEYS[3], #name + #value) <= tonumber(ARGV[1]) / 2 then return end
  redis.call('UNLINK', KEYS[2], KEYS[3])
  redis.call('RENAME', KEYS[1], KEYS[2])
end`;

const REMEMBER = `${KEEP}
if #ARGV[2] + #ARGV[3] <= tonumber(ARGV[1]) / 2 then keep(ARGV[2], ARGV[3]) end`;

const RECALL = `${KEEP}
local young = redis.call('HGET', KEYS[1], ARGV[2])
if young then return young end
local old = redis.call('HGET', KEYS[2], ARGV[2])
if old then
  redis.call('HDEL', KEYS[2], ARGV[2])
  keep(ARGV[2], old)
end
return old`;

const CACHE = ['young', 'old', 'bytes'].map(part => `${SHARED}:cache:${part}`) as [string, string, string];

export async function keep(redis: Redis, name: string, value: string, maxBytes: number): Promise<void> {
  await redis.eval(REMEMBER, 3, ...CACHE, maxBytes, name, value);
}

export async function recall(redis: Redis, name: string, maxBytes: number): Promise<string | null> {
  return (await redis.eval(RECALL, 3, ...CACHE, maxBytes, name)) as string | null;
}

/**
 * A lease is renewed by its holder, and given to the first that asks when it is free. A Redis that was restarted,
 * emptied or replaced by its replica may have forgotten the holder. Then for the length of a lease it is given only to
 * a process that says that it holds it.
 */
const TAKE_LEASE = `${NOW}
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
if not holder and ARGV[3] == '0' then
  local run = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)') or ''
  local known = redis.call('HMGET', KEYS[2], 'run', 'since')
  local since = tonumber(known[2] or now)
  if known[1] ~= run or since > now then since = now end
  redis.call('HSET', KEYS[2], 'run', run, 'since', since)
  if now - since < tonumber(ARGV[2]) then return 0 end
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;

const HAND_BACK = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`;

/** The run of Redis that was seen last, and since when. */
const EPOCH = `${SHARED}:epoch`;

interface Claimed {
  name: string;
  /** A secret by which the holder is recognised. */
  token: string;
  ms: number;
  /** Whether the process that asks believes to hold it already. */
  held: boolean;
}

/** Takes or renews a lease; true if the process holds it now. */
export async function takeLease(redis: Redis, { name, token, ms, held }: Claimed): Promise<boolean> {
  return (await redis.eval(TAKE_LEASE, 2, leaseKey(name), EPOCH, token, ms, held ? '1' : '0')) === 1;
}

export async function handBack(redis: Redis, name: string, token: string): Promise<void> {
  await redis.eval(HAND_BACK, 1, leaseKey(name), token);
}
