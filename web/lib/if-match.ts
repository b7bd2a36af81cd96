/** Changes that name the version they began with. */
import { ApiError } from './api.ts';

/** The header by which a change is refused where another version is stored. */
export const ifMatch = (version: string | number): Record<string, string> => ({ 'If-Match': `"${version}"` });

/** Whether a change was refused because another version is stored. */
export const isStale = (error: unknown): boolean => error instanceof ApiError && error.status === 412;
