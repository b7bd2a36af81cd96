import type { ProblemBody, ProblemCode } from '#contract/problems.ts';

/**
 * Any response that is not a success. `message` is "status: body" as the specification has it; `problem` is the shop's own
 * error body where the response carries one, and its `message` is what a visitor reads (see `messageOf`).
 */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: ProblemBody | null;
  readonly isEmpty: boolean;

  constructor(status: number, body: string, statusText: string) {
    super(`${status}: ${body === '' ? statusText : body}`);
    this.name = 'ApiError';
    this.status = status;
    this.problem = problemIn(body);
    this.isEmpty = body === '';
  }
}

function problemIn(body: string): ProblemBody | null {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null && 'code' in parsed && 'message' in parsed ? (parsed as ProblemBody) : null;
  } catch {
    return null;
  }
}

/** The message for a visitor: the shop's own, else the raw form; `fallback` if there was no response. */
export function messageOf(error: unknown, fallback = 'An unknown error occurred'): string {
  if (error instanceof ApiError) return error.problem?.message ?? error.message;
  const isThrownInProcess = import.meta.env.SSR && error instanceof Error && error.name === 'Problem';
  return isThrownInProcess ? error.message : fallback;
}

/** The code of an expected failure, whether it came over HTTP or was thrown in-process on the server. */
export function problemCode(error: unknown): ProblemCode | undefined {
  if (error instanceof ApiError) return error.problem?.code;
  return error instanceof Error && 'code' in error ? (error.code as ProblemCode) : undefined;
}

/** What the owner's pages do about a refusal before its caller hears of it; resolves to whether the request is to be sent again. */
export const refusals: { settle?: (error: ApiError) => Promise<boolean> } = {};

type Options = {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** The request survives leaving the page. */
  keepalive?: boolean;
};

/** Calls our API with the session cookie and a JSON body; throws ApiError for anything but a success. */
export async function send(path: string, options: Options = {}): Promise<Response> {
  const { method = 'GET', body, headers, signal, keepalive } = options;
  const response = await fetch(path, {
    method,
    credentials: 'include',
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
    keepalive,
  });
  if (response.ok) return response;
  const error = new ApiError(response.status, await response.text(), response.statusText);
  if (await refusals.settle?.(error)) return send(path, options);
  throw error;
}

/** Like `send`; resolves to the parsed body. */
export async function call<T>(path: string, options?: Options): Promise<T> {
  const response = await send(path, options);
  return (response.status === 204 ? null : await response.json()) as T;
}

/** `?a=1&b=2` of the defined values, or an empty string. */
export function queryString(values: Record<string, string | number | undefined>): string {
  const set = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return set.length === 0 ? '' : `?${new URLSearchParams(set)}`;
}
