import { ApiError } from './api.ts';

export const ifMatch = (version: string | number) => ({ 'if-match': `"${version}"` });

export const isStale = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 412;
