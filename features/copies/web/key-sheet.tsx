import { createPortal } from 'react-dom';
import { useCommandWords } from '#core/web/admin/operations/version-queries.ts';
import { formatDay } from '#ui/lib/format.ts';
import QrCode from '#ui/qr-code.tsx';
import './copies.css';

type Props = { words: string[]; places: string[]; timeZone: string };

export function KeySheet({ words, places, timeZone }: Props) {
  const asTyped = useCommandWords();
  return createPortal(
    <article className="key-sheet">
      <h1>Key of the nightly copies</h1>
      <p>
        {window.location.host}, {formatDay(new Date().toISOString(), timeZone)}
      </p>
      <div className="words">
        <ol>
          {words.map((word, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a word may come twice, and its number is what it is
            <li key={index}>{word}</li>
          ))}
        </ol>
        <QrCode text={words.join(' ')} label="The words as a QR code" />
      </div>
      <p>
        This sheet and a copy together open the whole shop. Without the sheet, no one can open a
        copy. Keep it away from the shop’s machine.
      </p>
      <h2>Where the copies are</h2>
      <ul>
        {places.length > 0 ? (
          places.map((place) => <li key={place}>{place}</li>)
        ) : (
          <li className="blank">&nbsp;</li>
        )}
      </ul>
      <h2>To start the shop on another machine</h2>
      <ol className="steps">
        <li>Install the shop there, as its README says. Don’t add anything yet.</li>
        <li>
          In its folder, run this command:
          <code>{asTyped(`npm run restore -- --from ${places[0] ?? 'PLACE'}`)}</code>
          {places[0]?.startsWith('s3://') && (
            <>
              Before it, set <code>AWS_ACCESS_KEY_ID</code>, <code>AWS_SECRET_ACCESS_KEY</code>, and{' '}
              <code>AWS_REGION</code> or <code>S3_ENDPOINT</code>.
            </>
          )}{' '}
          Or start the shop with <code>DEMO=off</code>, log in, and choose “Begin with a copy” in
          First steps.
        </li>
        <li>Type the 24 words when you’re asked for them.</li>
      </ol>
    </article>,
    document.body,
  );
}
