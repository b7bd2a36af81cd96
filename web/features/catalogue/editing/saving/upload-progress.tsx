import { ProgressBar } from '#web/ui/progress-bar.tsx';

/** The share of bytes sent, 0 to 1; it stops at 95 % while the server prepares the pictures. */
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
