/** Apart from the statuses, which every page has. */
export const GONE_NOTICE = 'This specimen is no longer in the gallery.';
