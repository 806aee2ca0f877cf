// Marks by which the pages of known bot walls are told, in a 403 or 503 HTML page. Data only; extend by addition.
export const WALL_MARKS: readonly string[] = [
  '/cdn-cgi/challenge-platform/', // Cloudflare
  'cf-browser-verification',
  'cf_chl_opt',
  'Attention Required! | Cloudflare',
  'captcha-delivery.com', // DataDome
  'px-captcha', // HUMAN (PerimeterX)
  '_Incapsula_Resource', // Imperva
  'awsWafCookieDomainList', // AWS WAF
  'gokuProps',
  'errors.edgesuite.net', // Akamai
  'sucuri_cloudproxy_js', // Sucuri
  'Access Denied - Sucuri Website Firewall',
  'ddos-guard', // DDoS-Guard
  'sgcaptcha', // SiteGround
  'vercel/security/challenge', // Vercel
  'Vercel Security Checkpoint',
];
