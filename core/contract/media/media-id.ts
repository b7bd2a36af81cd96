/** 128 random bits. The id is public: no one may guess the URL of a picture never shown. */
export const MEDIA_ID = '[0-9a-f]{32}';
