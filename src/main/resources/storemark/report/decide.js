// Which store fits a question: what choose.html asks, decided from the cells that Choice.java has put into it. The first part knows
// numbers only, and no page.
var choosing = (function () {
  'use strict';

  const KINDS = ['read', 'update', 'scan', 'insert'];
  /** Places in a point: Choice.java has them in this order. */
  const COLUMNS = { rate: 1, p50: 2, p99: 3, p999: 4 };
  /** As storemark.statistics.Ratio: below five repetitions there is no verdict. */
  const FEWEST = 5;
  const FIFTH = 0.2;
  const COPYLEFT = /GPL|Sleepycat|SSPL/;
  const WEAK = /MPL|EPL|LGPL|CDDL|Classpath-exception/;

  function median(values) {
    const sorted = values.slice().sort(function (a, b) { return a - b; });
    const middle = Math.floor(sorted.length / 2);
    return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** A straight line in logarithms between two measured places; null beyond them. */
  function between(x, left, right, low, high) {
    if (x < left || x > right || low === null || high === null) {
      return null;
    }
    const share = left === right ? 0 : Math.log(x / left) / Math.log(right / left);
    return share === 0 ? low : share === 1 ? high : Math.exp(Math.log(low) + share * Math.log(high / low));
  }

  /** The two points that x lies between, or one point twice; null where x is beyond all. */
  function neighbours(points, x) {
    for (let i = 0; i < points.length; i++) {
      if (Math.abs(points[i][0] / x - 1) < 1e-9) {
        return [points[i], points[i]];
      }
      if (i > 0 && points[i - 1][0] < x && x < points[i][0]) {
        return [points[i - 1], points[i]];
      }
    }
    return null;
  }

  /**
   * What one repetition measured at x. Disturbed increments count: without one, the line between its neighbours would be far from
   * what was measured where memory ends.
   */
  function at(fork, x) {
    const pair = neighbours(fork.points, x);
    if (!pair) {
      return null;
    }
    const value = { id: fork.id, turns: fork.turns, from: pair[0], to: pair[1] };
    Object.keys(COLUMNS).forEach(function (name) {
      const column = COLUMNS[name];
      value[name] = pair[0] === pair[1] ? pair[0][column]
        : between(x, pair[0][0], pair[1][0], pair[0][column], pair[1][column]);
    });
    return value;
  }

  /** Values of a cell at x by repetition; null where none was measured there. */
  function cellAt(cell, x) {
    const found = {};
    cell.forks.forEach(function (fork) {
      const value = at(fork, x);
      if (value) {
        found[fork.repetition] = value;
      }
    });
    return Object.keys(found).length ? found : null;
  }

  function sameSettings(cell, settings) {
    return Object.keys(cell.other).every(function (name) { return settings[name] === cell.other[name]; });
  }

  /** What is known of an engine in the version that a run measured; null for nothing. */
  function factsOf(data, run, spec) {
    return data.runs[run].facts[spec] || null;
  }

  /** Whether a cell is of the asked durability. What only reads keeps no promise, and serves for all levels that its engine has. */
  function ofLevel(data, cell, level) {
    const facts = factsOf(data, cell.run, cell.engine);
    return cell.durability === level ||
      ((cell.workload === 'read' || cell.workload === 'scan') && facts !== null && facts.levels.indexOf(level) >= 0);
  }

  /**
   * One kind of operation of one engine at the asked place: of the smallest dataset that has it, at the asked number of threads or
   * between the two next to it.
   *
   * @return cells, and values by repetition; null where no cell covers it
   */
  function operation(data, question, run, settings, engine, kind) {
    const cells = data.cells.filter(function (cell) {
      return cell.run === run && cell.engine === engine && cell.workload === kind && cell.valueBytes === question.value &&
        ofLevel(data, cell, question.durability) && sameSettings(cell, settings);
    }).map(function (cell) { return { cell: cell, values: cellAt(cell, question.data) }; })
        .filter(function (one) { return one.values; });
    cells.sort(function (a, b) {
      const exact = function (one) { return one.cell.durability === question.durability ? 0 : 1; };
      return exact(a) - exact(b) || a.cell.entries - b.cell.entries || a.cell.threads - b.cell.threads;
    });
    for (let i = 0; i < cells.length; i++) {
      const first = cells[i];
      const more = cells.filter(function (one) {
        return one.cell.entries === first.cell.entries && one.cell.durability === first.cell.durability;
      });
      const same = more.filter(function (one) { return one.cell.threads === question.threads; })[0];
      if (same) {
        return { cells: [same], values: same.values };
      }
      const below = more.filter(function (one) { return one.cell.threads < question.threads; }).pop();
      const above = more.filter(function (one) { return one.cell.threads > question.threads; })[0];
      if (below && above) {
        return { cells: [below, above], values: acrossThreads(below, above, question.threads) };
      }
    }
    return null;
  }

  /** Names the turns that a value rests on; null where one of them was not in turns. */
  function both(one, other) {
    return one === null || other === null ? null : one + ' ' + other;
  }

  function acrossThreads(below, above, threads) {
    const values = {};
    Object.keys(below.values).filter(function (number) { return above.values[number]; }).forEach(function (number) {
      const value = { turns: both(below.values[number].turns, above.values[number].turns) };
      Object.keys(COLUMNS).forEach(function (name) {
        value[name] = between(threads, below.cell.threads, above.cell.threads, below.values[number][name], above.values[number][name]);
      });
      values[number] = value;
    });
    return values;
  }

  /** The rate of a mix: all operations by the time that they take one after the other, the weighted harmonic mean. */
  function mixRate(weights, rates) {
    let work = 0;
    let time = 0;
    Object.keys(weights).forEach(function (kind) {
      work += weights[kind];
      time += weights[kind] / rates[kind];
    });
    return work / time;
  }

  function weightsOf(question) {
    const weights = {};
    KINDS.forEach(function (kind) {
      if (question[kind] > 0) {
        weights[kind] = question[kind];
      }
    });
    return weights;
  }

  /** Values of the mix by repetition: rates, and of each percentile the highest of its operations, which the mix does not exceed. */
  function mixed(weights, operations) {
    const kinds = Object.keys(weights);
    const numbers = Object.keys(operations[kinds[0]].values).filter(function (number) {
      return kinds.every(function (kind) { return operations[kind].values[number]; });
    });
    return numbers.map(function (number) {
      const rates = {};
      const value = { number: number, turns: '' };
      kinds.forEach(function (kind) {
        const one = operations[kind].values[number];
        rates[kind] = one.rate;
        value.turns = both(value.turns, one.turns);
        ['p50', 'p99', 'p999'].forEach(function (name) {
          value[name] = one[name] === null || value[name] === null ? null : Math.max(value[name] || 0, one[name]);
        });
      });
      value.rates = rates;
      value.rate = mixRate(weights, rates);
      return value;
    });
  }

  function middle(values, name) {
    const known = values.map(function (value) { return value[name]; }).filter(function (value) { return value !== null; });
    return known.length ? median(known) : null;
  }

  /** The 97.5% quantile of Student's t-distribution; between whole degrees of freedom on a line. */
  function student(freedom) {
    const known = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];
    if (freedom >= known.length) {
      return 1.96 + 2.68 / freedom;
    }
    const below = Math.max(1, Math.floor(freedom));
    return known[below - 1] + (freedom - below) * (known[below] - known[below - 1]);
  }

  /** A mean, the variance of the mean, and its degrees of freedom. */
  function moments(values) {
    const mean = values.reduce(function (sum, value) { return sum + value; }, 0) / values.length;
    const squares = values.reduce(function (sum, value) { return sum + (value - mean) * (value - mean); }, 0);
    const freedom = values.length - 1;
    return { mean: mean, variance: freedom ? squares / freedom / values.length : 0, freedom: freedom };
  }

  /** Half of the 95% interval of a mean, or of the difference of several. */
  function margin(means) {
    const variance = means.reduce(function (sum, one) { return sum + one.variance; }, 0);
    const parts = means.reduce(function (sum, one) {
      return sum + (one.freedom ? one.variance * one.variance / one.freedom : 0);
    }, 0);
    return variance ? student(variance * variance / parts) * Math.sqrt(variance) : 0;
  }

  /**
   * How many times as much one is as another, with a 95% interval: as storemark.statistics.Ratio, of one value a repetition, of those
   * that have one. Those of equal numbers are paired where all were measured in the same turns.
   */
  function ratio(first, second, name) {
    const isKnown = function (value) { return value[name] !== null; };
    const one = first.filter(isKnown);
    const other = second.filter(isKnown);
    const log = function (values) { return values.map(function (value) { return Math.log(value[name]); }); };
    const pairs = [];
    let matched = 0;
    one.forEach(function (value) {
      const match = other.filter(function (each) { return each.number === value.number; })[0];
      matched += match ? 1 : 0;
      if (match && value.turns !== null && value.turns === match.turns) {
        pairs.push(Math.log(value[name] / match[name]));
      }
    });
    const paired = pairs.length > 0 && (pairs.length === matched || pairs.length >= FEWEST);
    const means = paired ? [moments(pairs)] : [moments(log(one)), moments(log(other))];
    const mean = means[0].mean - (paired ? 0 : means[1].mean);
    const low = Math.exp(mean - margin(means));
    const high = Math.exp(mean + margin(means));
    const repetitions = paired ? pairs.length : Math.min(one.length, other.length);
    const middle = Math.exp(paired ? median(pairs) : median(log(one)) - median(log(other)));
    return {
      median: Math.max(low, Math.min(middle, high)), low: low, high: high,
      repetitions: repetitions,
      verdict: repetitions < FEWEST ? 'undecided' : low > 1 ? 'more' : high < 1 ? 'less' : 'tie'
    };
  }

  /** Whether a licence is allowed: one of its alternatives, in all of its parts, has to be. */
  function licenceFits(license, wish) {
    return license === null || wish === 'any' || license.split(' OR ').some(function (text) {
      return !(COPYLEFT.test(text) && !/Classpath-exception|LGPL/.test(text)) && (wish === 'weak' || !WEAK.test(text));
    });
  }

  /** Why an engine of a run is no answer, whatever was measured of it; empty if it may be one. */
  function outBecause(data, question, run, spec) {
    const engine = data.engines[spec];
    const facts = factsOf(data, run, spec);
    if (engine.style < 0) {
      return 'the control: stores nothing';
    }
    if (facts !== null && facts.broken[question.durability] !== undefined) {
      return 'did not keep durability ' + question.durability + ': ' + facts.broken[question.durability];
    }
    if (facts !== null && facts.levels.indexOf(question.durability) < 0) {
      return 'does not offer durability ' + question.durability;
    }
    if (!licenceFits(engine.license, question.licence)) {
      return 'licence ' + engine.license;
    }
    const lacking = question.needs.filter(function (need) { return facts === null || facts.can.indexOf(need) < 0; });
    return lacking.length ? (facts === null ? 'not known to have ' : 'has no ') + lacking.join(', ') : '';
  }

  /** All combinations of the settings that tell cells of a run apart. */
  function settingsOf(data, run) {
    const names = {};
    data.cells.forEach(function (cell) {
      if (cell.run === run) {
        Object.keys(cell.other).forEach(function (name) {
          names[name] = names[name] || [];
          if (names[name].indexOf(cell.other[name]) < 0) {
            names[name].push(cell.other[name]);
          }
        });
      }
    });
    return Object.keys(names).reduce(function (all, name) {
      return all.flatMap(function (one) {
        return names[name].map(function (value) { return Object.assign({}, one, { [name]: value }); });
      });
    }, [{}]);
  }

  /** The order of rows: most per second first, or the shortest time. */
  function order(question) {
    return function (a, b) {
      return question.rank === 'rate' ? b.rate - a.rate
        : (a[question.rank] === null ? Infinity : a[question.rank]) - (b[question.rank] === null ? Infinity : b[question.rank]);
    };
  }

  /** Puts first what is better than the first row by its ratio to it, which is of means and not of medians. */
  function lead(rows, rank) {
    rows.slice(1).forEach(function (one) {
      if (ratio(one.values, rows[0].values, rank).verdict === (rank === 'rate' ? 'more' : 'less')) {
        rows.splice(rows.indexOf(one), 1);
        rows.unshift(one);
      }
    });
  }

  /** In how many corners, each weight a fifth up or down, the first row stays first. */
  function stays(rows, weights) {
    const kinds = Object.keys(weights);
    const corners = 1 << kinds.length;
    let kept = 0;
    for (let corner = 0; corner < corners; corner++) {
      const moved = {};
      kinds.forEach(function (kind, bit) { moved[kind] = weights[kind] * (corner >> bit & 1 ? 1 + FIFTH : 1 - FIFTH); });
      const there = rows.map(function (row) {
        const values = row.values.map(function (value) {
          return Object.assign({}, value, { rate: mixRate(moved, value.rates) });
        });
        return { engine: row.engine, values: values, rate: median(values.map(function (value) { return value.rate; })) };
      }).sort(function (a, b) { return b.rate - a.rate; });
      lead(there, 'rate');
      kept += there[0].engine === rows[0].engine ? 1 : 0;
    }
    return { kept: kept, of: corners };
  }

  function isMeasured(data, run, spec) {
    return data.cells.some(function (cell) { return cell.run === run && cell.engine === spec; });
  }

  /** The ranking in one run and setting. */
  function rank(data, question, run, settings) {
    const weights = weightsOf(question);
    const answer = { run: run, settings: settings, weights: weights, rows: [], out: [], missing: [], stays: null };
    Object.keys(data.engines).forEach(function (spec) {
      const there = isMeasured(data, run, spec);
      const why = there ? outBecause(data, question, run, spec) : '';
      if (why) {
        answer.out.push({ engine: spec, why: why });
      } else if (there) {
        row(data, question, answer, spec);
      }
    });
    answer.rows.sort(order(question));
    lead(answer.rows, question.rank);
    answer.rows.slice(1).forEach(function (one) { one.ratio = ratio(one.values, answer.rows[0].values, question.rank); });
    if (answer.rows.length && question.rank === 'rate') {
      answer.stays = stays(answer.rows, weights);
    }
    return answer;
  }

  function row(data, question, answer, spec) {
    const operations = {};
    const lacking = Object.keys(answer.weights).filter(function (kind) {
      operations[kind] = operation(data, question, answer.run, answer.settings, spec, kind);
      return !operations[kind];
    });
    const values = lacking.length ? [] : mixed(answer.weights, operations);
    const limit = middle(values, question.percentile);
    const score = middle(values, question.rank);
    if (score === null) {
      answer.missing.push({ engine: spec, why: lacking.length ? lacking.join(', ') : 'its latency, or all of the operations in the same repetition' });
    } else if (question.target > 0 && limit === null) {
      answer.missing.push({ engine: spec, why: 'the percentile of the latency target: too few operations were timed' });
    } else if (question.target > 0 && limit > question.target) {
      answer.out.push({ engine: spec, why: 'above the latency target', latency: limit });
    } else {
      answer.rows.push({
        engine: spec, values: values, operations: operations, rate: middle(values, 'rate'), p50: middle(values, 'p50'),
        p99: middle(values, 'p99'), p999: middle(values, 'p999')
      });
    }
  }

  /** The answers of all runs that have one, that of most engines first. */
  function decide(data, question) {
    const answers = [];
    data.runs.forEach(function (run, number) {
      settingsOf(data, number).forEach(function (settings) { answers.push(rank(data, question, number, settings)); });
    });
    return answers.filter(function (answer) { return answer.rows.length; })
        .sort(function (a, b) { return b.rows.length - a.rows.length; });
  }

  /** Engines that nothing but a lack of measurements keeps from being an answer. */
  function candidates(data, question) {
    return Object.keys(data.engines).filter(function (spec) {
      return data.runs.some(function (_, run) {
        return (isMeasured(data, run, spec) || factsOf(data, run, spec) !== null) && !outBecause(data, question, run, spec);
      });
    });
  }

  /** Two digits, rounded up: enough records that the asked place lies within the last two steps. */
  function roundUp(count) {
    const unit = Math.pow(10, Math.max(0, Math.floor(Math.log(count) / Math.LN10 + 1e-9) - 1));
    return Math.ceil(count / unit - 1e-9) * unit;
  }

  const PATIENT = 1e7;
  const SMALL = 268435456;

  /** The command line that measures what the question asks; empty where no engine may be an answer. */
  function command(data, question) {
    const engines = candidates(data, question);
    const ends = question.value.split('-').map(Number);
    const record = 8 + (ends[0] + ends[ends.length - 1]) / 2;
    const memory = data.runs[0].memory;
    const whole = question.data * memory / record;
    const small = !(whole <= PATIENT);
    const entries = roundUp(Math.max(5, small ? question.data * SMALL / record : whole));
    return engines.length === 0 ? '' : 'java -jar target/benchmarks.jar run --engines ' + engines.join(',') +
      ' --workloads ' + Object.keys(weightsOf(question)).join(',') + ' --threads ' + question.threads +
      ' --entries ' + entries + ' --step 20%' + ' --time 1s --key-bytes 8 --value-bytes ' + question.value +
      ' --durability ' + question.durability + (small ? ' --memory 256m' : '') + ' --repetitions 5';
  }

  /** All places at which any of the cells was measured. */
  function places(cells) {
    return cells.flatMap(function (cell) { return cell.forks; }).flatMap(function (fork) { return fork.points; })
        .map(function (point) { return point[0]; });
  }

  /** From where to where each asked operation was measured in any run, whatever the durability; null for not at all. */
  function spans(data, question) {
    return Object.keys(weightsOf(question)).map(function (kind) {
      const cells = data.cells.filter(function (cell) { return cell.workload === kind && cell.valueBytes === question.value; });
      const all = places(cells);
      const distinct = function (name) {
        return cells.map(function (cell) { return cell[name]; }).filter(function (value, i, all) { return all.indexOf(value) === i; });
      };
      return { kind: kind, from: Math.min.apply(null, all), to: Math.max.apply(null, all), threads: distinct('threads'),
        levels: distinct('durability') };
    });
  }

  return { KINDS: KINDS, COLUMNS: COLUMNS, places: places, between: between, at: at, decide: decide, rank: rank, lead: lead, ratio: ratio, command: command, spans: spans,
    mixed: mixed, settingsOf: settingsOf, operation: operation, stays: stays, factsOf: factsOf, candidates: candidates, weightsOf: weightsOf, middle: middle, licenceFits: licenceFits };
})();
