import { ProgressBar } from '#ui/progress-bar.tsx';

/** @param share 0 to 1; it stops at 0.95 while the server prepares the pictures. */
export function UploadProgress({ share }: { share: number }) {
  const percent = Math.floor(share * 100);
  const label = percent < 95 ? `Uploading… ${percent} %` : 'Sent. Preparing your files…';
  return (
    <div className="mb-3">
      <p className="figures mb-1.5 text-sm">{label}</p>
      <ProgressBar label="Upload" share={share} />
    </div>
  );
}
