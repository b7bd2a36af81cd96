import { ProgressBar } from '#web/ui/progress-bar.tsx';

/** The share of bytes sent; stands still while the server prepares the pictures. */
export function UploadProgress({ share }: { share: number }) {
  const percent = Math.floor(share * 100);
  const words = percent < 95 ? `Uploading… ${percent} %` : 'Sent. Preparing the pictures…';
  return (
    <div className="mb-3">
      <p className="figures mb-1.5 text-sm">{words}</p>
      <ProgressBar label="Upload" share={share} />
    </div>
  );
}
