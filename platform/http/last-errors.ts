/** Leaves out what the errors were about. */
export type LastError = { at: string; message: string; type: string | null };

const KEPT = 20;
const ERROR_LEVEL = 50;

export function rememberErrors(): { hear(line: string): void; list(): LastError[] } {
  const found: LastError[] = [];
  return {
    hear(line) {
      if (!line.includes('"level":5') && !line.includes('"level":6')) return;
      const { level, time, msg, err } = JSON.parse(line) as {
        level: number;
        time: number;
        msg?: string;
        err?: { type?: string };
      };
      if (level < ERROR_LEVEL) return;
      found.push({
        at: new Date(time).toISOString(),
        message: msg ?? 'An error without a message',
        type: err?.type ?? null,
      });
      if (found.length > KEPT) found.shift();
    },
    list: () => [...found],
  };
}
