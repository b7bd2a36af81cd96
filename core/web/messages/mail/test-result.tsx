import { useState } from 'react';
import type { MailTest, NewMailServer } from '#core/contract/messages/mail-server.ts';
import { testMailServer } from './mail-server-queries.ts';

export function useMailTest() {
  const [result, setResult] = useState<MailTest | null>(null);
  const [isBusy, setBusy] = useState(false);
  return {
    result,
    isBusy,
    clear: () => setResult(null),
    /** @param server null: the one in force. @throws ApiError where nothing could be tried. */
    run: async (server: NewMailServer | null) => {
      setResult(null);
      setBusy(true);
      try {
        setResult(await testMailServer(server));
      } finally {
        setBusy(false);
      }
    },
  };
}

export const testLabel = ({ isBusy }: { isBusy: boolean }) =>
  isBusy ? 'Sending...' : 'Send a test email';

export function TestResult({
  test: { result, isBusy },
}: {
  test: Pick<ReturnType<typeof useMailTest>, 'result' | 'isBusy'>;
}) {
  return (
    <div role="status">
      {isBusy && (
        <p className="text-quiet">Talking to the mail server. This can take half a minute.</p>
      )}
      {result && (
        <div className={`callout ${result.isSent ? 'look-good' : 'look-bad'}`}>
          <p>{result.message}</p>
          {result.said !== null && (
            <p className="mt-1 text-sm wrap-anywhere text-quiet">The answer was: {result.said}</p>
          )}
        </div>
      )}
    </div>
  );
}
