export const FAILED_MEDIA_LABEL = 'Photos and videos that failed';
