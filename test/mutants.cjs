// Settings of mocha for `npm run test:mutants`.
module.exports = require('./kinds.cjs').settings('mutants');
