import { buttonClass } from '#web/ui/button.tsx';
import { FilePreview } from './file-preview.tsx';
import { kindOf, PICTURES_ACCEPTED, refusalOf } from './file-rules.ts';
import { MovingNotice } from './moving-notice.tsx';
import { type ChosenFilm, type Films, useless } from './use-films.ts';

type Props = { films: Films; among: readonly File[]; disabled: boolean; onRefused: (reasons: string[]) => void };

/** What is to be known about the films and moving pictures among these files before saving, and the still pictures that are missing. */
export function FilmNotices({ films, among, disabled, onRefused }: Props) {
  const take = (film: File, picture: File) => {
    const refusal = kindOf(picture) === 'picture' ? refusalOf(picture) : `${picture.name} is no picture. Please choose a photograph.`;
    onRefused(refusal === null ? [] : [refusal]);
    if (refusal === null) films.chooseStill(film, picture);
  };
  return (
    <div role="status" className="space-y-4 empty:hidden">
      {films.notable
        .filter(({ file }) => among.includes(file))
        .map((film) => (
          <section key={film.file.name + film.file.size} aria-label={film.file.name} className="border-l-4 border-warn py-1 pl-4 text-sm">
            {film.isUseless ? (
              <p className="wrap-anywhere">{useless(film.file)}</p>
            ) : (
              film.isOdd && (films.convertsFilms ? <Conversion film={film} /> : <StillOnly film={film} />)
            )}
            {film.needsStill && <StillField film={film} disabled={disabled} onChoose={(picture) => take(film.file, picture)} />}
          </section>
        ))}
      {among
        .filter((file) => kindOf(file) === 'picture')
        .map((file) => (
          <MovingNotice key={file.name + file.size} file={file} />
        ))}
    </div>
  );
}

const Conversion = ({ film }: { film: ChosenFilm }) => (
  <p className="wrap-anywhere">
    <strong className="font-medium">{film.file.name}</strong> is coded in a way that not every browser plays. After saving, the shop
    converts it; until then some visitors see its still picture only.
  </p>
);

const StillOnly = ({ film }: { film: ChosenFilm }) => (
  <>
    <p className="wrap-anywhere">
      <strong className="font-medium">Some visitors will see the still picture of {film.file.name} only.</strong> Not every browser plays
      films that are coded like this one, and this server cannot convert them.
    </p>
    <p className="mt-2 text-quiet">
      To avoid it, send an MP4 with H.264. An iPhone records that way with Settings › Camera › Formats › Most Compatible.
    </p>
  </>
);

type StillProps = { film: ChosenFilm; disabled: boolean; onChoose: (picture: File) => void };

function StillField({ film: { file, byHand }, disabled, onChoose }: StillProps) {
  const label = `Still picture of ${file.name}`;
  return (
    <div className="mt-3">
      <p className="wrap-anywhere">
        {byHand
          ? `${byHand.name} is shown until the film plays.`
          : 'This browser cannot take a still picture of it. Please choose a photograph that is shown until the film plays, and where it does not.'}
      </p>
      <div className="mt-3 flex items-center gap-3">
        {byHand && <FilePreview file={byHand} className="size-16 shrink-0 rounded-[2px]" />}
        <label
          className={buttonClass(
            'outline',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-accent has-disabled:opacity-55 cursor-pointer',
          )}
        >
          {byHand ? 'Choose another still picture' : 'Choose a still picture'}
          <input
            type="file"
            aria-label={label}
            accept={PICTURES_ACCEPTED}
            disabled={disabled}
            className="sr-only"
            onChange={({ target }) => {
              const [picture] = target.files ?? [];
              if (picture) onChoose(picture);
              target.value = '';
            }}
          />
        </label>
      </div>
    </div>
  );
}
