import { useEffect, useState } from 'react';

/** The pause in typing after which a value counts as settled. */
const PAUSE_MS = 250;

/** What is typed, once nobody has typed for a moment: for what is asked of the server about it. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
