// How numbers are written, and which of them stand on an axis. Quantity.java writes numbers the same way.
// 'let' inside loops, because Rhino keeps the first value of a 'const' there.
var scales = (function () {
  'use strict';

  function digits(value) {
    const size = Math.abs(value);
    if (size >= 0.1 || size === 0) {
      return String(Number(value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2)));
    }
    // zeros tell nothing: two digits that are none; a Number this small would be written as 1e-7
    return value.toFixed(Math.min(12, 1 - Math.floor(Math.log(size) / Math.LN10))).replace(/\.?0+$/, '');
  }

  function scaled(value, base, units) {
    let unit = 0;
    while (Math.abs(value) >= base * 0.9995 && unit < units.length - 1) {
      value /= base;
      unit++;
    }
    return digits(value) + units[unit];
  }

  /** A value as shown on axes and in tooltips, with three digits. */
  function format(value, form) {
    if (value === null || value === undefined || isNaN(value)) {
      return 'n/a';
    }
    switch (form) {
      case 'BYTES': return scaled(value, 1024, [' B', ' KiB', ' MiB', ' GiB', ' TiB']);
      case 'NANOS': return scaled(value, 1000, [' ns', ' \u00b5s', ' ms', ' s']);
      case 'RATIO': return scaled(value, 1000, ['', 'k', 'M', 'G']) + '\u00d7';
      default: return scaled(value, 1000, ['', 'k', 'M', 'G']);
    }
  }

  function niceStep(rough) {
    const power = Math.pow(10, Math.floor(Math.log(rough) / Math.LN10));
    const lead = rough / power;
    return (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 2.5 ? 2.5 : lead <= 5 ? 5 : 10) * power;
  }

  /**
   * A linear axis over low to high with about count labelled ticks.
   *
   * @param snap whether both ends are moved out to ticks
   * @return min, max, majors (labelled), minors, all in axis coordinates; to(value) gives the coordinate of a value
   */
  function linear(low, high, count, form, snap) {
    let unit = 1;
    while (form === 'BYTES' && high / unit >= 1000) {
      unit *= 1024;
    }
    let step = niceStep((high - low || high || 1) / unit / count) * unit;
    if (form === 'BYTES' && step < unit) {
      step = Math.pow(2, Math.ceil(Math.log(step) / Math.LN2)); // a fifth of a MiB would be 205 KiB
    }
    const min = snap ? Math.floor(low / step + 1e-9) * step : low;
    const max = snap ? Math.max(Math.ceil(high / step - 1e-9), 1) * step : high;
    const majors = [];
    for (let i = Math.ceil(min / step - 1e-9); i * step <= max + step * 1e-9; i++) {
      majors.push(i * step);
    }
    return { min: min, max: max, majors: majors, minors: [], to: function (value) { return value; } };
  }

  function log10(value) {
    return Math.round(Math.log(value) / Math.LN10 * 1e9) / 1e9;
  }

  /** A logarithmic axis over positive values: as linear, with log10 of the value as its coordinate. */
  function log(low, high, count, snap) {
    const powers = [];
    for (let power = Math.floor(log10(low)) ; power <= Math.ceil(log10(high)); power++) {
      powers.push(power);
    }
    const steps = [];
    powers.forEach(function (power) {
      [1, 2, 3, 4, 5, 6, 7, 8, 9].forEach(function (lead) {
        steps.push({ lead: lead, value: Number(lead + 'e' + power) });
      });
    });
    const ends = steps.filter(function (step) { return [1, 2, 5].indexOf(step.lead) >= 0; });
    const below = ends.filter(function (step) { return step.value <= low; });
    const above = ends.filter(function (step) { return step.value >= high; });
    const first = snap && below.length ? below[below.length - 1].value : low;
    const last = snap && above.length ? above[0].value : high;
    const inside = steps.filter(function (step) { return step.value >= first && step.value <= last; });
    function among(leads) {
      return inside.filter(function (step) { return leads.indexOf(step.lead) >= 0; })
          .map(function (step) { return step.value; });
    }
    const decades = among([1]);
    const majors = decades.length >= 3 && among([1, 2, 5]).length > count ? decades : among([1, 2, 5]);
    return {
      min: log10(first), max: log10(last), majors: majors.map(log10),
      minors: among([1, 2, 3, 4, 5, 6, 7, 8, 9]).map(log10).filter(function (at) { return majors.map(log10).indexOf(at) < 0; }),
      to: log10, log: true
    };
  }

  return { format: format, linear: linear, log: log };
})();
