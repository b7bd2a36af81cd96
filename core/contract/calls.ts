/**
 * Each API call is defined once, in its room's table: `'POST /api/manage/orders/:id/refunds': { about, body, response }`. The server adds the table to the app
 * with a handler for each name (`core/server/calls.ts`); pages ask by the same name (`ui/lib/api.ts`) and import types alone, so that they download no schema.
 */
import type { z } from 'zod';

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * A confirmation is the password or a passkey within ten minutes. Where it is not `always`, the
 * handler asks for it: only the request tells whether it redirects money or email, or reads the
 * buyers of several orders.
 */
export type Confirmation = 'always' | 'if it redirects' | 'if it reads several';

/** A file of this type, or lines of JSON that arrive one by one. */
type FileResponse =
  | { file: string; description: string }
  | { lines: z.ZodType; description: string };

export type Call = {
  /** In the words of `docs/api.md`. */
  about: string;
  /** The path in its row of `docs/api.md`, if calls share one. */
  row?: string;
  /** By default the admin alone. */
  who?: 'all' | 'its buyer' | 'its buyer, admin' | 'its link';
  confirmed?: Confirmation;
  /** Calls a minute from one IP address. */
  limit?: number;
  /** Whether it waits its turn in a rush; by default, reads do. */
  waits?: boolean;
  /** Bytes, if not the usual limit. */
  maxBody?: number;
  /** By default each is an id. */
  params?: Record<string, z.ZodType>;
  query?: z.ZodType;
  headers?: z.ZodType;
  /** `form`: a form with files; `file`: a file as it is. The handler reads either. */
  body?: z.ZodType | 'form' | 'file';
  /** Without it the response is empty. */
  response?: z.ZodType | FileResponse;
  /** By default 200, or 204 if the response is empty. */
  status?: 201 | 202;
};

export type CallTable = Record<`${Method} /${string}`, Call>;

/** All calls by name. Each table adds itself in its own file: `declare module '#core/contract/calls.ts' { interface Calls extends … {} }`. */
// biome-ignore lint/suspicious/noEmptyInterface: tables add to it.
export interface Calls {}

export type CallName = keyof Calls;

export type ParamName<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** Other headers may be sent too. */
type Named<T> = { [K in keyof T as string extends K ? never : K]: T[K] };

type AsGiven<In, Out> = unknown extends In ? Out : In | Extract<Out, number>;

/** A parameter parsed from text is given as its parsed type. */
type GivenQuery<T extends z.ZodType> = {
  [K in keyof z.input<T>]: Exclude<
    K extends keyof z.output<T> ? AsGiven<z.input<T>[K], z.output<T>[K]> : z.input<T>[K],
    null
  >;
};

type Part<Key extends string, Value> =
  Partial<Value> extends Value ? { [K in Key]?: Value } : { [K in Key]: Value };

type PartOf<C, Key extends 'query' | 'headers' | 'body'> = C extends {
  [K in Key]: infer S extends z.ZodType;
}
  ? Part<
      Key,
      Key extends 'query' ? GivenQuery<S> : Key extends 'headers' ? Named<z.input<S>> : z.input<S>
    >
  : { [K in Key]?: undefined };

type ParamsPart<Name> = [ParamName<Name>] extends [never]
  ? { params?: undefined }
  : { params: Record<ParamName<Name>, string | number> };

export type GivenAddress<Name extends CallName> = ParamsPart<Name> & PartOf<Calls[Name], 'query'>;

export type Given<Name extends CallName> = GivenAddress<Name> &
  PartOf<Calls[Name], 'body'> &
  PartOf<Calls[Name], 'headers'>;

export type Answer<Name extends CallName> = Calls[Name] extends { response: infer R }
  ? R extends z.ZodType
    ? z.output<R>
    : R extends { lines: infer L extends z.ZodType }
      ? z.output<L>
      : never
  : null;

export type CallWith<Body extends 'form' | 'file'> = {
  [Name in CallName]: Calls[Name] extends { body: Body } ? Name : never;
}[CallName];
