import { Parts } from '#core/web/on-desk.tsx';
import { FileButton } from '#ui/file-button.tsx';
import { AnimationNotice } from './animation-notice.tsx';
import { FilePreview } from './file-preview.tsx';
import { kindOf, PICTURES_ACCEPTED, refusalOf } from './file-rules.ts';
import { type ChosenVideo, unplayableMessage, type Videos } from './use-videos.ts';

type Props = {
  videos: Videos;
  among: readonly File[];
  disabled: boolean;
  onRefused: (reasons: string[]) => void;
};

export function VideoNotices({ videos, among, disabled, onRefused }: Props) {
  const take = (video: File, picture: File) => {
    const refusal =
      kindOf(picture) === 'picture'
        ? refusalOf(picture)
        : `${picture.name} isn’t a photo. Please choose one.`;
    onRefused(refusal === null ? [] : [refusal]);
    if (refusal === null) videos.choosePoster(video, picture);
  };
  return (
    <>
      <div role="status" className="space-y-4 empty:hidden">
        {videos.notable
          .filter(({ file }) => among.includes(file))
          .map((video) => (
            <section
              key={video.file.name + video.file.size}
              aria-label={video.file.name}
              className="callout text-sm"
            >
              {video.isUnplayable ? (
                <p className="wrap-anywhere">{unplayableMessage(video.file)}</p>
              ) : (
                video.hasLimitedSupport &&
                (videos.convertsVideos ? (
                  <Conversion video={video} />
                ) : (
                  <PosterOnly video={video} />
                ))
              )}
              {video.needsPoster && (
                <PosterField
                  video={video}
                  disabled={disabled}
                  onChoose={(picture) => take(video.file, picture)}
                />
              )}
            </section>
          ))}
        {among
          .filter((file) => kindOf(file) === 'picture')
          .map((file) => (
            <AnimationNotice key={file.name + file.size} file={file} />
          ))}
      </div>
      {among.filter(videos.isShown).map((file) => (
        <Parts
          key={file.name + file.size}
          at="chosenVideo"
          file={file}
          later={videos.laterOf(file)}
          disabled={disabled}
          onChange={(send) => videos.setLater(file, send)}
        />
      ))}
    </>
  );
}

const Conversion = ({ video }: { video: ChosenVideo }) => (
  <p className="wrap-anywhere">
    <strong className="font-medium">{video.file.name}</strong> doesn’t play in every browser. We’ll
    convert it after you save; until then, some visitors see only its still photo.
  </p>
);

const PosterOnly = ({ video }: { video: ChosenVideo }) => (
  <>
    <p className="wrap-anywhere">
      <strong className="font-medium">
        Some visitors will see only the still photo of {video.file.name}.
      </strong>{' '}
      Not every browser plays this kind of video, and this server can’t convert it.
    </p>
    <p className="mt-2 text-quiet">
      To avoid this, upload an MP4 with H.264. On an iPhone, choose Settings › Camera › Formats ›
      Most Compatible.
    </p>
  </>
);

type PosterProps = { video: ChosenVideo; disabled: boolean; onChoose: (picture: File) => void };

function PosterField({ video: { file, chosenPoster }, disabled, onChoose }: PosterProps) {
  const label = `Still photo of ${file.name}`;
  return (
    <div className="mt-3">
      <p className="wrap-anywhere">
        {chosenPoster
          ? `${chosenPoster.name} is shown until the video plays.`
          : 'This browser can’t take a still from the video. Choose a photo to show until it plays, or a plain one is used for now.'}
      </p>
      <div className="mt-3 flex items-center gap-3">
        {chosenPoster && (
          <FilePreview file={chosenPoster} className="size-16 shrink-0 rounded-tag" />
        )}
        <FileButton
          label={label}
          accept={PICTURES_ACCEPTED}
          disabled={disabled}
          onFiles={([picture]) => picture && onChoose(picture)}
        >
          {chosenPoster ? 'Choose another still photo' : 'Choose a still photo'}
          <span className="sr-only"> of {file.name}</span>
        </FileButton>
      </div>
    </div>
  );
}
