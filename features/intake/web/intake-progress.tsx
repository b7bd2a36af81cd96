import { formatCount } from '#core/contract/counts.ts';
import { Button } from '#ui/button.tsx';
import { openLogin } from '#ui/lib/login-dialog.ts';
import { ProgressBar } from '#ui/progress-bar.tsx';
import type { Sender, Sending } from './sender.ts';

export function IntakeProgress({ sender }: { sender: Sender }) {
  const { items, isOffline, needsLogin, speed } = sender.state.use();
  const open = items.filter(({ state }) => state === 'waiting' || state === 'sending');
  const missing = items.filter(({ state }) => state === 'missing');
  // The intake itself tells what the shop has noted.
  const refused = items.filter(
    ({ state, message }) => state === 'refused' && message !== undefined,
  );
  const sent = items.filter(({ state }) => state === 'sent').length;
  if (items.length === 0) return null;
  const total = bytesOf(
    items.filter(({ state }) => state === 'sent' || state === 'waiting' || state === 'sending'),
  );
  const left = open.reduce((sum, { size, share }) => sum + size * (1 - share), 0);
  const share = total === 0 ? 1 : 1 - left / total;
  return (
    <section aria-label="Sending" className="mt-6">
      {(open.length > 0 || sent > 0) && (
        <>
          <ProgressBar label="Files sent" share={share} />
          <p role="status" className="figures mt-2 text-quiet">
            {open.length === 0
              ? `${formatCount(sent)} ${sent === 1 ? 'file' : 'files'} sent.`
              : `${formatCount(sent)} of ${formatCount(sent + open.length)} files sent${speed === null ? '' : `, ${timeLeft(left / speed)} left`}.`}
            {open.length > 0 && ' You can close this page. Uploading resumes when you return.'}
          </p>
        </>
      )}
      {isOffline && open.length > 0 && (
        <p role="status" className="mt-3 callout">
          No response. We’ll keep trying; nothing is lost.{' '}
          <Button look="plain" onClick={sender.goOn}>
            Try now
          </Button>
        </p>
      )}
      {needsLogin && (
        <p role="alert" className="mt-3 callout">
          You’ve been logged out. Log in to continue; nothing is lost.{' '}
          <Button look="plain" onClick={openLogin}>
            Log in
          </Button>{' '}
          <Button look="plain" onClick={sender.goOn}>
            Continue
          </Button>
        </p>
      )}
      {missing.length > 0 && (
        <div role="alert" className="mt-3 callout">
          <p>
            Please choose{' '}
            {missing.length === 1 ? 'this file' : `these ${formatCount(missing.length)} files`}{' '}
            again; {missing.length === 1 ? 'it' : 'they'} didn’t fit on this device. You can choose
            all your files: we skip the ones we have.
          </p>
          <Names items={missing} />
        </div>
      )}
      {refused.length > 0 && (
        <ul role="alert" className="mt-3 callout look-bad">
          {refused.map(({ key, message }) => (
            <li key={key}>{message}</li>
          ))}
        </ul>
      )}
      {open.length > 0 && (
        <details className="mt-2">
          <summary className="min-h-11 cursor-pointer py-2 text-accent">All files</summary>
          <ul className="figures max-h-80 overflow-auto border-y border-line py-2 text-sm">
            {items.map(({ key, name, state, share: part }) => (
              <li key={key} className="flex justify-between gap-4 py-0.5">
                <span className="min-w-0 truncate">{name}</span>
                <span className="flex-none text-quiet">
                  {state === 'sending' ? sendingText(part) : stateTexts[state]}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

const stateTexts = {
  waiting: 'waiting',
  sending: '',
  sent: 'sent',
  missing: 'choose again',
  refused: 'refused',
};

const sendingText = (share: number) =>
  share >= 0.95 ? 'processing' : `${Math.round(share * 100)} %`;

const MAX_NAMES = 12;
function Names({ items }: { items: Sending[] }) {
  const rest = items.length - MAX_NAMES;
  return (
    <p className="mt-1 text-sm text-quiet wrap-anywhere">
      {items
        .slice(0, MAX_NAMES)
        .map(({ name }) => name)
        .join(', ')}
      {rest > 0 && ` and ${formatCount(rest)} more`}
    </p>
  );
}

const bytesOf = (items: readonly Sending[]) => items.reduce((sum, { size }) => sum + size, 0);

function timeLeft(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  return minutes < 1
    ? 'less than a minute'
    : minutes === 1
      ? 'about a minute'
      : `about ${formatCount(minutes)} minutes`;
}
