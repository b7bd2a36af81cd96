/** Offers help where there is nothing to see. @param email the shop's. */
export const AskUs = ({ email }: { email: string }) => (
  <p className="mt-4">
    Looking for something special?{' '}
    <a href={`mailto:${email}`} className="text-link">
      Ask us
    </a>
    .
  </p>
);
