export const cancelled = () => new DOMException('Cancelled', 'AbortError');

export const isCancelled = (error: unknown) =>
  error instanceof DOMException && error.name === 'AbortError';
