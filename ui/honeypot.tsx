/**
 * People do not see the field `website`; programs that fill in every field give themselves away.
 */
export const Honeypot = () => (
  <div aria-hidden="true" className="sr-only">
    <label htmlFor="website">Leave this empty</label>
    <input id="website" name="website" tabIndex={-1} autoComplete="off" />
  </div>
);
