// Settings of mocha for `npm run test:system`.
module.exports = require('./kinds.cjs').settings('system');
