/** The share of bytes sent; stands still while the server prepares the pictures. */
export function UploadProgress({ share }: { share: number }) {
  const percent = Math.floor(share * 100);
  const words = percent < 95 ? `Uploading… ${percent} %` : 'Sent. Preparing the pictures…';
  return (
    <div className="mb-3">
      <p className="figures mb-1.5 text-sm">{words}</p>
      <progress
        aria-label="Upload"
        max={100}
        value={percent}
        className="block h-2 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-action [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-action"
      />
    </div>
  );
}
