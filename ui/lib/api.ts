import type { Answer, CallName, Given, GivenAddress } from '#core/contract/calls.ts';
import type { ProblemBody, ProblemCode } from '#core/contract/problems.ts';

/**
 * Any response that is not a success. `message` is "status: body" as the specification has it;
 * `problem` is the shop's own error body, if any, whose `message` a visitor reads (see
 * `messageOf`).
 */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: ProblemBody | null;
  readonly isEmpty: boolean;

  constructor(status: number, body: string, statusText: string) {
    super(`${status}: ${body === '' ? statusText : body}`);
    this.name = 'ApiError';
    this.status = status;
    this.problem = parsedProblem(body);
    this.isEmpty = body === '';
  }
}

function parsedProblem(body: string): ProblemBody | null {
  try {
    const parsed: Partial<ProblemBody> | null = JSON.parse(body);
    return parsed?.code && parsed.message ? (parsed as ProblemBody) : null;
  } catch {
    return null;
  }
}

/** The shop's own message, else the raw form; `fallback` if there was no response. */
export function messageOf(error: unknown, fallback = 'An unknown error occurred'): string {
  if (error instanceof ApiError) return error.problem?.message ?? error.message;
  const isThrownInProcess =
    import.meta.env.SSR && error instanceof Error && error.name === 'Problem';
  return isThrownInProcess ? error.message : fallback;
}

export function problemCode(error: unknown): ProblemCode | undefined {
  if (error instanceof ApiError) return error.problem?.code;
  return error instanceof Error && 'code' in error ? (error.code as ProblemCode) : undefined;
}

/** Undefined if the failure is another. */
export function problemIn<Code extends ProblemCode>(
  error: unknown,
  code: Code,
): ProblemBody<Code> | undefined {
  return error instanceof ApiError && problemCode(error) === code
    ? (error.problem as ProblemBody<Code>)
    : undefined;
}

/**
 * The admin's pages settle a refusal before its caller hears of it; resolves to whether to send the
 * request again.
 */
export const refusals: { settle?: (error: ApiError) => Promise<boolean> } = {};

type Sending = {
  signal?: AbortSignal;
  /** The request survives leaving the page. */
  keepalive?: boolean;
};

type Args<Name extends CallName, Whole = Given<Name> & Sending> =
  Partial<Given<Name>> extends Given<Name> ? [given?: Whole] : [given: Whole];

export type AnyGiven = Sending & {
  body?: unknown;
  headers?: Record<string, string>;
  params?: Record<string, string | number>;
  query?: Record<string, string | number | undefined>;
};

/** Like `pathOf`, for a call whose name was checked before. */
export function anyPath(name: string, { params = {}, query = {} }: AnyGiven = {}): string {
  const set = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    if (value !== undefined) set.set(key, String(value));
  const path = name
    .slice(name.indexOf('/'))
    .replace(/:(\w+)/g, (_, key) => encodeURIComponent(params[key] ?? ''));
  return set.size ? `${path}?${set}` : path;
}

type AddressArgs<Name extends CallName> =
  Partial<GivenAddress<Name>> extends GivenAddress<Name>
    ? [given?: GivenAddress<Name>]
    : [given: GivenAddress<Name>];

export const pathOf = anyPath as <Name extends CallName>(
  name: Name,
  ...args: AddressArgs<Name>
) => string;

/**
 * Sends the session cookie and a JSON body.
 * @throws ApiError for anything but a success.
 */
export async function send<Name extends CallName>(
  name: Name,
  ...args: Args<Name>
): Promise<Response>;
export async function send(name: string, given: AnyGiven = {}): Promise<Response> {
  const { body, headers, signal, keepalive } = given;
  const response = await fetch(anyPath(name, given), {
    method: name.slice(0, name.indexOf(' ')),
    credentials: 'include',
    headers: body === undefined ? headers : { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal,
    keepalive,
  });
  if (response.ok) return response;
  const error = new ApiError(response.status, await response.text(), response.statusText);
  if (await refusals.settle?.(error)) return again(name, given);
  if (error.status === 503) {
    const { triesAgain } = await import('./try-again.ts');
    if (await triesAgain(name, given, response)) return again(name, given);
  }
  throw error;
}

export async function call<Name extends CallName>(
  name: Name,
  ...args: Args<Name>
): Promise<Answer<Name>>;
export async function call(name: string, given?: AnyGiven): Promise<unknown> {
  const response = await again(name, given);
  return response.status === 204 ? null : response.json();
}

const again = send as (name: string, given?: AnyGiven) => Promise<Response>;
