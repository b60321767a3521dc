/**
 * The Redis scripts of the limits, each one round trip. The Redis clock decides the window, so processes whose clocks
 * differ count together. Needs Redis 5 or later, or a compatible server.
 *
 * `w`, `r` and `t` of a subject are the start of its window, the requests and the tokens counted in it.
 */

/**
 * KEYS: subject. ARGV: length of a window in ms, request limit, token limit (-1: not counted), tokens to reserve,
 * requests to count.
 * Answers: 0 admitted, 1 refused for requests, 2 for tokens; requests, tokens, start of the window in ms.
 */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local length = tonumber(ARGV[1])
local starts = now - now % length
local window = string.format('%.0f', starts)
local held = redis.call('HMGET', KEYS[1], 'w', 'r', 't')
local requests, tokens = 0, 0
local fresh = held[1] ~= window
if not fresh then
  requests, tokens = tonumber(held[2]), tonumber(held[3])
end
local more = tonumber(ARGV[5])
if requests + more > tonumber(ARGV[2]) then return {1, requests, tokens, starts} end
local limit, wanted = tonumber(ARGV[3]), 0
if limit >= 0 then wanted = tonumber(ARGV[4]) end
if limit >= 0 and tokens + wanted > limit then return {2, requests, tokens, starts} end
requests, tokens = requests + more, tokens + wanted
redis.call('HSET', KEYS[1], 'w', window, 'r', requests, 't', string.format('%.0f', tokens))
if fresh then redis.call('PEXPIRE', KEYS[1], starts + 2 * length - now) end
return {0, requests, tokens, starts}
`;

/**
 * KEYS: subjects. ARGV: length of a window in ms. Takes nothing. Answers: start of the window in ms, then for each subject
 * the requests and the tokens that are counted in it.
 */
const PEEK = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local starts = now - now % tonumber(ARGV[1])
local window = string.format('%.0f', starts)
local counts = {starts}
for _, subject in ipairs(KEYS) do
  local held = redis.call('HMGET', subject, 'w', 'r', 't')
  local counted = held[1] == window
  counts[#counts + 1] = counted and tonumber(held[2]) or 0
  counts[#counts + 1] = counted and tonumber(held[3]) or 0
end
return counts
`;

/** KEYS: subject. ARGV: start of the window in which the tokens were reserved, by how much to change them. */
const CORRECT = `
if redis.call('HGET', KEYS[1], 'w') ~= ARGV[1] then return 0 end
if redis.call('HINCRBY', KEYS[1], 't', ARGV[2]) < 0 then redis.call('HSET', KEYS[1], 't', 0) end
return 1
`;

/** KEYS: all processes. ARGV: this one, after how many ms without a beat one is forgotten. Returns how many there are. */
const BEAT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('ZCARD', KEYS[1])
`;

/**
 * KEYS: a subject's failures, its ban. ARGV: the span in ms, how many failures are allowed, a unique name of this failure.
 * Returns how many ms the ban lasts; 0 if there is none.
 */
const FAIL = `
local closed = redis.call('PTTL', KEYS[2])
if closed > 0 then return closed end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[3])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[1])
if redis.call('ZCARD', KEYS[1]) <= tonumber(ARGV[2]) then return 0 end
redis.call('DEL', KEYS[1])
redis.call('SET', KEYS[2], 1, 'PX', ARGV[1])
return tonumber(ARGV[1])
`;

/**
 * KEYS: a subject's failures, then bans, its own and others'. ARGV: the span in ms. Changes nothing. Returns the number of
 * failures in the span, then how many ms each ban lasts; 0 or less if there is none.
 */
const PEEK_FAILURES = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local seen = {redis.call('ZCOUNT', KEYS[1], '(' .. string.format('%.0f', now - ARGV[1]), '+inf')}
for at = 2, #KEYS do seen[at] = redis.call('PTTL', KEYS[at]) end
return seen
`;

/** The scripts in ioredis's format: each becomes a command of the client. */
export const SCRIPTS = {
  takeFromWindow: { lua: TAKE, numberOfKeys: 1 },
  correctTokens: { lua: CORRECT, numberOfKeys: 1 },
  // Their first argument is the number of keys that follow.
  peekIntoWindows: { lua: PEEK },
  peekAtFailures: { lua: PEEK_FAILURES },
  beatOfProcess: { lua: BEAT, numberOfKeys: 1 },
  noteFailureOf: { lua: FAIL, numberOfKeys: 2 },
};

/** The commands that `SCRIPTS` become. */
export type ScriptCommands = {
  takeFromWindow(
    subject: string,
    windowMs: number,
    requestLimit: number,
    tokenLimit: number,
    tokens: number,
    requests: number,
  ): Promise<[refused: 0 | 1 | 2, requests: number, tokens: number, startsAtMs: number]>;
  correctTokens(subject: string, startsAtMs: number, by: number): Promise<number>;
  peekIntoWindows(keys: number, ...subjectsAndWindowMs: (string | number)[]): Promise<number[]>;
  peekAtFailures(keys: number, ...namesAndSpanMs: (string | number)[]): Promise<number[]>;
  beatOfProcess(processes: string, id: string, forgottenAfterMs: number): Promise<number>;
  noteFailureOf(failures: string, ban: string, spanMs: number, maxFailures: number, name: string): Promise<number>;
};
