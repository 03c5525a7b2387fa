<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>It is being undone already.</source>
        <translation>已在撤销中。</translation>
    </message>
    <message>
        <source>Some of it still runs; cancel the task or wait for it first.</source>
        <translation>其中仍有运行；请先取消任务或等它结束。</translation>
    </message>
    <message>
        <source>Nothing of it has succeeded; there is nothing to undo.</source>
        <translation>没有已成功的部分，无可撤销。</translation>
    </message>
    <message>
        <source>It is paused already.</source>
        <translation>它已暂停。</translation>
    </message>
    <message>
        <source>It is not paused.</source>
        <translation>它没有暂停。</translation>
    </message>
    <message>
        <source>Everything is paused already.</source>
        <translation>全部已暂停。</translation>
    </message>
    <message>
        <source>Not everything is paused.</source>
        <translation>并未全部暂停。</translation>
    </message>
    <message>
        <source>&amp;Pause the task…</source>
        <translation>暂停任务(&amp;P)…</translation>
    </message>
    <message>
        <source>Res&amp;ume the task…</source>
        <translation>继续任务(&amp;U)…</translation>
    </message>
    <message>
        <source>Un&amp;do this step and all after it…</source>
        <translation>撤销此步骤及其后的全部(&amp;D)…</translation>
    </message>
    <message>
        <source>U&amp;ndo the whole task…</source>
        <translation>撤销整个任务(&amp;N)…</translation>
    </message>
    <message>
        <source>Pause &amp;everything…</source>
        <translation>暂停全部(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Let everything go on…</source>
        <translation>继续全部(&amp;L)…</translation>
    </message>
    <message>
        <source>all tasks of this orchestrator</source>
        <translation>此编排器的全部任务</translation>
    </message>
    <message>
        <source>Choose a run first.</source>
        <translation>请先选择一个运行。</translation>
    </message>
    <message>
        <source>It is skipped already.</source>
        <translation>它已被跳过。</translation>
    </message>
    <message>
        <source>It runs; cancel it or wait for its end first.</source>
        <translation>它正在运行，请先取消或等待其结束。</translation>
    </message>
    <message>
        <source>It has not ended; there is nothing to override.</source>
        <translation>它尚未结束，没有可改写的状态。</translation>
    </message>
    <message>
        <source>It has not ended; only what has ended can run again.</source>
        <translation>它尚未结束；只有已结束的才能重新运行。</translation>
    </message>
    <message>
        <source>No task is open.</source>
        <translation>没有打开任务。</translation>
    </message>
    <message>
        <source>Commands are off in replay; go back to live first.</source>
        <translation>回放中不能下命令，请先回到实时。</translation>
    </message>
    <message>
        <source>This source is a record on disk; it cannot be commanded.</source>
        <translation>此来源是磁盘上的记录，不能下命令。</translation>
    </message>
    <message>
        <source>Not connected now.</source>
        <translation>当前未连接。</translation>
    </message>
    <message>
        <source>An imported history cannot be changed.</source>
        <translation>导入的历史不能更改。</translation>
    </message>
    <message>
        <source>Nothing of this task has failed.</source>
        <translation>此任务没有失败的运行。</translation>
    </message>
    <message>
        <source>It is being cancelled already.</source>
        <translation>它已在取消中。</translation>
    </message>
    <message>
        <source>The task has ended.</source>
        <translation>任务已结束。</translation>
    </message>
    <message>
        <source>&amp;Rerun this run…</source>
        <translation>重新运行此项(&amp;R)…</translation>
    </message>
    <message>
        <source>Rerun this step and all &amp;after it…</source>
        <translation>重新运行此步骤及其后续(&amp;A)…</translation>
    </message>
    <message>
        <source>Rerun all that &amp;failed…</source>
        <translation>重新运行所有失败项(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Skip this run…</source>
        <translation>跳过此项(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Override its state…</source>
        <translation>改写其状态(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Cancel the task…</source>
        <translation>取消任务(&amp;C)…</translation>
    </message>
    <message>
        <source>task %1</source>
        <translation>任务 %1</translation>
    </message>
    <message>
        <source>step %1 of task %2</source>
        <translation>任务 %2 的步骤 %1</translation>
    </message>
    <message>
        <source>step %1 of task %2 on node %3</source>
        <translation>节点 %3 上任务 %2 的步骤 %1</translation>
    </message>
    <message>
        <source>Choose one run only.</source>
        <translation>请只选择一个运行。</translation>
    </message>
    <message>
        <source>node %1</source>
        <translation>节点 %1</translation>
    </message>
    <message>
        <source>alert %1</source>
        <translation>告警 %1</translation>
    </message>
    <message>
        <source>dead letter %1</source>
        <translation>死信 %1</translation>
    </message>
    <message>
        <source>%1 tasks</source>
        <translation>%1 个任务</translation>
    </message>
    <message>
        <source>%1 runs of task %2</source>
        <translation>任务 %2 的 %1 个运行</translation>
    </message>
    <message>
        <source>Left out: %1. %2</source>
        <translation>未包括：%1 个。%2</translation>
    </message>
    <message>
        <source>%1 runs: one command for each</source>
        <translation>%1 个运行：各一条命令</translation>
    </message>
    <message>
        <source>Choose a node first.</source>
        <translation>请先选择一个节点。</translation>
    </message>
    <message>
        <source>This node is not known any more.</source>
        <translation>此节点已不存在。</translation>
    </message>
    <message>
        <source>The node was revoked.</source>
        <translation>此节点已被吊销。</translation>
    </message>
    <message>
        <source>It is draining already.</source>
        <translation>它已在排空。</translation>
    </message>
    <message>
        <source>It is not draining.</source>
        <translation>它没有在排空。</translation>
    </message>
    <message>
        <source>It is not connected; it is compared when it comes back.</source>
        <translation>它未连接；恢复连接时会自动对账。</translation>
    </message>
    <message>
        <source>Choose a dead letter first.</source>
        <translation>请先选择一封死信。</translation>
    </message>
    <message>
        <source>It was requeued or dropped already.</source>
        <translation>它已被重新入队或丢弃。</translation>
    </message>
    <message>
        <source>Choose an alert first.</source>
        <translation>请先选择一条告警。</translation>
    </message>
    <message>
        <source>It is over.</source>
        <translation>它已结束。</translation>
    </message>
    <message>
        <source>Seen already by %1.</source>
        <translation>%1 已确认过。</translation>
    </message>
    <message>
        <source>No breaker keeps the selected run.</source>
        <translation>没有熔断器阻挡所选运行。</translation>
    </message>
    <message>
        <source>The breaker of the chosen node is not open.</source>
        <translation>所选节点的熔断器没有断开。</translation>
    </message>
    <message>
        <source>The chosen alert is not about an open breaker.</source>
        <translation>所选告警与断开的熔断器无关。</translation>
    </message>
    <message>
        <source>It was cancelled or undone; rerun it first.</source>
        <translation>它已被取消或撤销；请先重新运行。</translation>
    </message>
    <message>
        <source>Why is it not runnin&amp;g?</source>
        <translation>为何没有运行(&amp;G)？</translation>
    </message>
    <message>
        <source>A&amp;mend the task…</source>
        <translation>修改任务(&amp;M)…</translation>
    </message>
    <message>
        <source>&amp;Drain the node…</source>
        <translation>排空节点(&amp;D)…</translation>
    </message>
    <message>
        <source>Let the node &amp;work again</source>
        <translation>让节点重新接活(&amp;W)</translation>
    </message>
    <message>
        <source>Re&amp;voke the node…</source>
        <translation>吊销节点(&amp;V)…</translation>
    </message>
    <message>
        <source>&amp;Reconcile the node</source>
        <translation>与节点对账(&amp;R)</translation>
    </message>
    <message>
        <source>Reconcile a&amp;ll nodes</source>
        <translation>与所有节点对账(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Acknowledge the alert</source>
        <translation>确认告警(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Requeue the dead letter</source>
        <translation>死信重新入队(&amp;R)</translation>
    </message>
    <message>
        <source>Dr&amp;op the dead letter…</source>
        <translation>丢弃死信(&amp;O)…</translation>
    </message>
    <message>
        <source>Close the &amp;breaker that keeps this run…</source>
        <translation>闭合阻挡此运行的熔断器(&amp;B)…</translation>
    </message>
    <message>
        <source>Close the &amp;breaker of the node…</source>
        <translation>闭合节点的熔断器(&amp;B)…</translation>
    </message>
    <message>
        <source>Close the &amp;breaker of the alert…</source>
        <translation>闭合告警所指的熔断器(&amp;B)…</translation>
    </message>
    <message>
        <source>step %1 on node %2 is %3; choose it and rerun it with all that depends on it</source>
        <translation>步骤 %1（节点 %2）为“%3”；请选中它，连同依赖它的一起重新运行</translation>
    </message>
    <message>
        <source>task %1, which it waits for, is %2; rerun that one</source>
        <translation>它等待的任务 %1 为“%2”；请重新运行那个任务</translation>
    </message>
    <message>
        <source>node %1 was revoked; enrol it again, or skip the step there</source>
        <translation>节点 %1 已吊销；请重新登记，或跳过该处的步骤</translation>
    </message>
    <message>
        <source>rerun, skip or override what they depend on</source>
        <translation>请重新运行、跳过或改判它们所依赖的步骤</translation>
    </message>
    <message>
        <source>No run has failed, but %1 cannot start: %2.</source>
        <translation>没有运行失败，但有 %1 个无法开始：%2。</translation>
    </message>
    <message>
        <source>Nobody needs it: it waits for a failure that did not come. It holds nothing up.</source>
        <translation>无需运行：它等待的失败没有发生。它不阻碍任何步骤。</translation>
    </message>
    <message>
        <source>It cannot start: %1.</source>
        <translation>无法开始：%1。</translation>
    </message>
    <message>
        <source>Its next attempt is on its way; wait for its end, or cancel the task.</source>
        <translation>其下一次尝试已经派出；请等它结束，或取消任务。</translation>
    </message>
    <message>
        <source>Node %1 was revoked; enrol it again, or skip the step there.</source>
        <translation>节点 %1 已吊销；请重新登记，或跳过该处的步骤。</translation>
    </message>
</context>
<context>
    <name>Durations</name>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1 d</source>
        <translation>%1 天</translation>
    </message>
    <message>
        <source>clock set back by %1</source>
        <translation>时钟回拨了 %1</translation>
    </message>
</context>
<context>
    <name>Events</name>
    <message>
        <source>exit %1</source>
        <translation>退出码 %1</translation>
    </message>
    <message>
        <source>signal %1</source>
        <translation>信号 %1</translation>
    </message>
    <message>
        <source>%1 for %2</source>
        <translation>%1(代表 %2)</translation>
    </message>
    <message>
        <source>%1 by %2</source>
        <translation>%2 执行 %1</translation>
    </message>
    <message>
        <source>steps: %1</source>
        <translation>步骤数：%1</translation>
    </message>
    <message>
        <source>by %1</source>
        <translation>由 %1 提交</translation>
    </message>
    <message>
        <source>retry %1 in %2</source>
        <translation>%2后第 %1 次重试</translation>
    </message>
    <message>
        <source>kept as a fact, changed nothing</source>
        <translation>仅作为事实保留，未改变状态</translation>
    </message>
</context>
<context>
    <name>Forecast</name>
    <message>
        <source>%1 on %2</source>
        <translation>%2 上的 %1</translation>
    </message>
    <message>
        <source>Its end cannot be foretold: nothing is known of how long %1 takes.</source>
        <translation>无法预测何时结束：没有 %1 用时的历史记录。</translation>
    </message>
    <message>
        <source>Its end cannot be foretold: nothing is known of how long %1 and %2 more steps take.</source>
        <translation>无法预测何时结束：没有 %1 及另外 %2 个步骤用时的历史记录。</translation>
    </message>
    <message>
        <source>Expected to end at %1 (in %2), nine times in ten by %3 (in %4).</source>
        <translation>预计于 %1 结束（还需 %2），九成情况下不晚于 %3（%4 内）。</translation>
    </message>
    <message>
        <source>The task is paused; counted as if it went on now.</source>
        <translation>任务已暂停；按现在继续估算。</translation>
    </message>
    <message>
        <source>The whole orchestrator is paused; counted as if it went on now.</source>
        <translation>整个编排器已暂停；按现在继续估算。</translation>
    </message>
    <message>
        <source>The task is being undone; how long that takes is not foretold.</source>
        <translation>任务正在撤销；所需时间不作预测。</translation>
    </message>
    <message>
        <source>It waits for task %1; counted as if that ended now.</source>
        <translation>它在等待任务 %1；按其现在结束估算。</translation>
    </message>
    <message>
        <source>%1 blocked runs are left out; a person decides about them.</source>
        <translation>未计入 %1 个被阻塞的运行；需由人决定。</translation>
    </message>
    <message>
        <source>%1 quarantined runs are left out; a person decides about them.</source>
        <translation>未计入 %1 个被隔离的运行；需由人决定。</translation>
    </message>
    <message>
        <source>Node %1 takes nothing new at the moment; counted as if it did.</source>
        <translation>节点 %1 目前不接收新工作；按其可接收估算。</translation>
    </message>
    <message>
        <source>Risk that the task fails: %1 %</source>
        <translation>任务失败的风险：%1 %</translation>
    </message>
    <message>
        <source>has run for %1, longer than 99 % of those before (%2)</source>
        <translation>已运行 %1，比以往 99 % 的运行都长（%2）</translation>
    </message>
    <message>
        <source>%1 is overdue by %2: it has never run for so long (%3 at most).</source>
        <translation>%1 已超时 %2：此前从未运行这么久（最长 %3）。</translation>
    </message>
    <message>
        <source>When it has ended, about %1 more are expected.</source>
        <translation>它结束后，预计还需约 %1。</translation>
    </message>
    <message>
        <source>Risk that the task fails: not known, too little of it ever ended before.</source>
        <translation>任务失败的风险：未知，此前结束过的太少。</translation>
    </message>
    <message>
        <source>Risk that the task fails: at least %1 %; of some steps nothing is known.</source>
        <translation>任务失败的风险：至少 %1 %；部分步骤没有历史记录。</translation>
    </message>
    <message>
        <source>Critical path; what never ran before counts as nothing</source>
        <translation>关键路径；从未运行过的按零计</translation>
    </message>
    <message>
        <source>Critical path: %1 more if nothing fails</source>
        <translation>关键路径：若无失败还需 %1</translation>
    </message>
    <message>
        <source>overdue by %1</source>
        <translation>已超时 %1</translation>
    </message>
</context>
<context>
    <name>Graph</name>
    <message>
        <source>Intent: %1</source>
        <translation>意图：%1</translation>
    </message>
    <message>
        <source>Blocked: its trigger can no longer be met</source>
        <translation>受阻：其触发条件已无法满足</translation>
    </message>
    <message>
        <source>Quarantined: events of it were lost to damage</source>
        <translation>已隔离：其部分事件因损坏而丢失</translation>
    </message>
    <message>
        <source>A stack of equal steps; a double click shows each of them</source>
        <translation>一叠相同的步骤；双击可逐个显示</translation>
    </message>
    <message>
        <source>It waits for a failure that did not come</source>
        <translation>它等待的失败没有发生</translation>
    </message>
    <message>
        <source>Its node is unreachable: what became of it is not known</source>
        <translation>其节点无法联系：结果如何尚不清楚</translation>
    </message>
    <message>
        <source>On unreachable nodes: %1; what became of them is not known</source>
        <translation>在无法联系的节点上：%1；结果如何尚不清楚</translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>exit %1</source>
        <translation>退出码 %1</translation>
    </message>
    <message>
        <source>signal %1</source>
        <translation>信号 %1</translation>
    </message>
    <message>
        <source>due now</source>
        <translation>即将进行</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>%1后</translation>
    </message>
</context>
<context>
    <name>Matrix</name>
    <message>
        <source>This step is not for this node</source>
        <translation>此步骤不在此节点上运行</translation>
    </message>
    <message>
        <source>It waits for a failure that did not come</source>
        <translation>它等待的失败没有发生</translation>
    </message>
    <message>
        <source>Its node is unreachable: what became of it is not known</source>
        <translation>其节点无法联系：结果如何尚不清楚</translation>
    </message>
</context>
<context>
    <name>States</name>
    <message>
        <source>Pending</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Dispatched</source>
        <translation>已派发</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Succeeded</source>
        <translation>成功</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Retrying</source>
        <translation>等待重试</translation>
    </message>
    <message>
        <source>Timed out</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Compensating</source>
        <translation>补偿中</translation>
    </message>
    <message>
        <source>Compensated</source>
        <translation>已补偿</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>已连接</translation>
    </message>
    <message>
        <source>unreachable</source>
        <translation>无法联系</translation>
    </message>
    <message>
        <source>conservative</source>
        <translation>保守模式</translation>
    </message>
    <message>
        <source>draining</source>
        <translation>排空中</translation>
    </message>
    <message>
        <source>revoked</source>
        <translation>已吊销</translation>
    </message>
    <message>
        <source>blocked</source>
        <translation>受阻</translation>
    </message>
    <message>
        <source>not needed</source>
        <translation>无需执行</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>quarantined</source>
        <translation>已隔离</translation>
    </message>
    <message>
        <source>Not needed</source>
        <translation>无需运行</translation>
    </message>
</context>
<context>
    <name>apollo::gui::CommandDialog</name>
    <message>
        <source>New state</source>
        <translation>新状态</translation>
    </message>
    <message>
        <source>Needed; it is kept in the log with your name</source>
        <translation>必填；将与您的名字一起记入日志</translation>
    </message>
    <message>
        <source>Optional; it is kept in the log</source>
        <translation>可选；将记入日志</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Do nothing</source>
        <translation>不执行</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>……以及另外 %1 条</translation>
    </message>
</context>
<context>
    <name>apollo::gui::EventsPage</name>
    <message>
        <source>The history is still being loaded.</source>
        <translation>历史仍在加载中。</translation>
    </message>
    <message>
        <source>No event fits this filter.</source>
        <translation>没有符合筛选条件的事件。</translation>
    </message>
    <message>
        <source>Nothing has happened yet.</source>
        <translation>尚未发生任何事件。</translation>
    </message>
    <message>
        <source>All events</source>
        <translation>所有事件</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Decisions of people</source>
        <translation>人工决定</translation>
    </message>
    <message>
        <source>Selected run</source>
        <translation>所选运行</translation>
    </message>
    <message>
        <source>Filter by step, node, event or text</source>
        <translation>按步骤、节点、事件或文字筛选</translation>
    </message>
</context>
<context>
    <name>apollo::gui::GraphView</name>
    <message>
        <source>Its node had done more than was known here: Two truths tells what</source>
        <translation>节点已做的比此处所知的多：“两种真相”说明详情</translation>
    </message>
    <message>
        <source>Choose a task on the left to see its steps.</source>
        <translation>请在左侧选择任务以查看其步骤。</translation>
    </message>
    <message>
        <source>No task has been submitted yet.</source>
        <translation>尚未提交任何任务。</translation>
    </message>
    <message>
        <source>Nothing has been heard from the server yet.</source>
        <translation>尚未收到服务器的任何消息。</translation>
    </message>
</context>
<context>
    <name>apollo::gui::HelpDialog</name>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>In the graph</source>
        <translation>在流程图中</translation>
    </message>
    <message>
        <source>Wheel</source>
        <translation>滚轮</translation>
    </message>
    <message>
        <source>Zoom at the pointer</source>
        <translation>以指针为中心缩放</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>拖动</translation>
    </message>
    <message>
        <source>Move the picture</source>
        <translation>移动画面</translation>
    </message>
    <message>
        <source>Arrow keys</source>
        <translation>方向键</translation>
    </message>
    <message>
        <source>Select the neighbouring step</source>
        <translation>选择相邻步骤</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Mark several steps or cells</source>
        <translation>标记多个步骤或单元格</translation>
    </message>
    <message>
        <source>Ctrl+click</source>
        <translation>Ctrl+单击</translation>
    </message>
    <message>
        <source>One more, or one less</source>
        <translation>多标记或少标记一个</translation>
    </message>
    <message>
        <source>Shift+drag</source>
        <translation>Shift+拖动</translation>
    </message>
    <message>
        <source>All within a rectangle</source>
        <translation>矩形内的全部</translation>
    </message>
    <message>
        <source>Shift+arrow keys</source>
        <translation>Shift+方向键</translation>
    </message>
    <message>
        <source>The neighbouring ones too</source>
        <translation>连同相邻的</translation>
    </message>
    <message>
        <source>Signs of states</source>
        <translation>状态标志</translation>
    </message>
</context>
<context>
    <name>apollo::gui::InspectorPanel</name>
    <message>
        <source>next try %1</source>
        <translation>下次尝试：%1</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Flags</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>Retries</source>
        <translation>重试次数</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>最近变化</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>No output.</source>
        <translation>没有输出。</translation>
    </message>
    <message>
        <source>(only the end is shown)</source>
        <translation>(只显示末尾部分)</translation>
    </message>
    <message>
        <source>Nothing selected</source>
        <translation>未选择</translation>
    </message>
    <message>
        <source>Choose a task on the left, then a step.</source>
        <translation>请先在左侧选择任务，再选择步骤。</translation>
    </message>
    <message>
        <source>cancel requested</source>
        <translation>已请求取消</translation>
    </message>
    <message>
        <source>imported history</source>
        <translation>导入的历史</translation>
    </message>
    <message>
        <source>Submitted</source>
        <translation>提交时间</translation>
    </message>
    <message>
        <source>By</source>
        <translation>提交者</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>元数据</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>序号</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Load all of it</source>
        <translation>加载全部</translation>
    </message>
    <message>
        <source>The whole output is kept apart from the events; fetch it</source>
        <translation>完整输出与事件分开保存；点击获取</translation>
    </message>
    <message>
        <source>Decisions and late facts</source>
        <translation>人工决定与迟到的事实</translation>
    </message>
    <message>
        <source>Needs attention</source>
        <translation>需要处理</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
</context>
<context>
    <name>apollo::gui::MainWindow</name>
    <message>
        <source>Mar&amp;k what was not yet known</source>
        <translation>标出尚未得知之事(&amp;K)</translation>
    </message>
    <message>
        <source>Views</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>&amp;Graph</source>
        <translation>流程图(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Matrix</source>
        <translation>矩阵(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Timeline</source>
        <translation>时间线(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Events</source>
        <translation>事件(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Nodes</source>
        <translation>节点(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Alerts</source>
        <translation>告警(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Dead letters</source>
        <translation>死信(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Fit all into the window</source>
        <translation>全部放入窗口(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Stack equal steps</source>
        <translation>叠放相同步骤(&amp;S)</translation>
    </message>
    <message>
        <source>Fi&amp;lter</source>
        <translation>筛选(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>按键(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Position %1</source>
        <translation>位置 %1</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>告警</translation>
    </message>
    <message>
        <source>Dead letters</source>
        <translation>死信</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>流程图</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>矩阵</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Select &amp;no run</source>
        <translation>取消选择(&amp;N)</translation>
    </message>
    <message>
        <source>E&amp;verything, not one task</source>
        <translation>显示全部，而非单个任务(&amp;V)</translation>
    </message>
    <message>
        <source>Graph of the open task</source>
        <translation>打开任务的流程图</translation>
    </message>
    <message>
        <source>Runs by step and node</source>
        <translation>按步骤和节点的运行</translation>
    </message>
    <message>
        <source>Timeline of the open task</source>
        <translation>打开任务的时间线</translation>
    </message>
    <message>
        <source>&amp;Why is it so</source>
        <translation>为何如此(&amp;W)</translation>
    </message>
    <message>
        <source>Only what is &amp;near the step</source>
        <translation>仅显示此步骤附近(&amp;N)</translation>
    </message>
    <message>
        <source>One dependency &amp;more</source>
        <translation>再多一层依赖(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Critical path</source>
        <translation>关键路径(&amp;C)</translation>
    </message>
    <message>
        <source>C&amp;ompare…</source>
        <translation>比较(&amp;O)…</translation>
    </message>
    <message>
        <source>S&amp;how all of the dead letter</source>
        <translation>显示死信全部内容(&amp;H)</translation>
    </message>
    <message>
        <source>T&amp;wo truths…</source>
        <translation>两种真相(&amp;W)…</translation>
    </message>
    <message>
        <source>Tabs</source>
        <translation>标签页</translation>
    </message>
    <message>
        <source>Open a server in a new ta&amp;b…</source>
        <translation>在新标签页中打开服务器(&amp;B)…</translation>
    </message>
    <message>
        <source>Ne&amp;xt tab</source>
        <translation>下一个标签页(&amp;X)</translation>
    </message>
    <message>
        <source>Pre&amp;vious tab</source>
        <translation>上一个标签页(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Close this tab</source>
        <translation>关闭此标签页(&amp;C)</translation>
    </message>
</context>
<context>
    <name>apollo::gui::MainMenu</name>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>T&amp;heme</source>
        <translation>主题(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Replay</source>
        <translation>回放(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Task</source>
        <translation>任务(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>转到(&amp;G)</translation>
    </message>
    <message>
        <source>Copy command &amp;line</source>
        <translation>复制命令行(&amp;L)</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高对比度</translation>
    </message>
    <message>
        <source>Times &amp;in</source>
        <translation>时间显示(&amp;I)</translation>
    </message>
    <message>
        <source>Local time</source>
        <translation>本地时间</translation>
    </message>
    <message>
        <source>UTC</source>
        <translation>UTC</translation>
    </message>
    <message>
        <source>&amp;Site</source>
        <translation>现场(&amp;S)</translation>
    </message>
</context>
<context>
    <name>apollo::gui::NoticeBars</name>
    <message>
        <source>%1. What you see is the present; events, earlier attempts and replay follow.</source>
        <translation>%1。现在看到的是当前状态；事件、更早的尝试和回放稍后可用。</translation>
    </message>
    <message>
        <source>Everything is paused since %1: what runs finishes, nothing new is started.</source>
        <translation>自 %1 起全部暂停：运行中的会完成，不再启动新的。</translation>
    </message>
    <message>
        <source>Too many retries wait: nothing new is started until they are fewer.</source>
        <translation>等待重试的过多：减少之前不再启动新的。</translation>
    </message>
    <message>
        <source>Some of the history cannot be read: %1</source>
        <translation>部分历史无法读取：%1</translation>
    </message>
    <message>
        <source>Replay at event %1 of %2 · %4 · position %3 · commands are off</source>
        <translation>回放：事件 %1 / %2 · %4 · 位置 %3 · 命令已停用</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Connection lost, reconnecting… What you see is the last that was heard. Reason: %1</source>
        <translation>连接已断开，正在重新连接… 当前显示的是最后收到的内容。原因：%1</translation>
    </message>
    <message>
        <source>Connection lost for good. What you see is the last that was heard. Reason: %1</source>
        <translation>连接已彻底断开。当前显示的是最后收到的内容。原因：%1</translation>
    </message>
</context>
<context>
    <name>apollo::gui::Steering</name>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Asked: %1</source>
        <translation>已请求：%1</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Nodes, alerts, dead letters</source>
        <translation>节点、告警、死信</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>……以及另外 %1 条</translation>
    </message>
    <message>
        <source>Done: %1 (changed: %2)</source>
        <translation>完成：%1（变化：%2）</translation>
    </message>
    <message>
        <source>Done: %1, refused: %2</source>
        <translation>完成：%1，被拒：%2</translation>
    </message>
</context>
<context>
    <name>apollo::gui::MatrixView</name>
    <message>
        <source>Its node had done more than was known here: Two truths tells what</source>
        <translation>节点已做的比此处所知的多：“两种真相”说明详情</translation>
    </message>
    <message>
        <source>Choose a task to see its runs by step and node.</source>
        <translation>请选择任务以按步骤和节点查看运行。</translation>
    </message>
    <message>
        <source>Step ╲ Node</source>
        <translation>步骤 ╲ 节点</translation>
    </message>
</context>
<context>
    <name>apollo::gui::NodesPage</name>
    <message>
        <source>No node is enrolled. File → Add an agent… shows the command that starts one, or make a token with
apollo-cli node token
and start an agent with it:
apollo-agent --data DIR --server HOST:PORT --node-id NAME --token TOKEN</source>
        <translation>尚无节点登记。“文件 → 添加代理…”会显示启动命令，或用以下命令生成令牌：
apollo-cli node token
再用它启动代理：
apollo-agent --data DIR --server HOST:PORT --node-id NAME --token TOKEN</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>All of the chosen one</source>
        <translation>所选项的全部内容</translation>
    </message>
    <message>
        <source>Choose a node to see all of it.</source>
        <translation>选择一个节点以查看全部内容。</translation>
    </message>
</context>
<context>
    <name>apollo::gui::OverviewStrip</name>
    <message>
        <source>No events yet</source>
        <translation>尚无事件</translation>
    </message>
    <message>
        <source>Event %1 · %2</source>
        <translation>事件 %1 · %2</translation>
    </message>
    <message>
        <source>Replay position</source>
        <translation>回放位置</translation>
    </message>
</context>
<context>
    <name>apollo::gui::ReplayBar</name>
    <message>
        <source>Event %1 of %2</source>
        <translation>事件 %1 / %2</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>How much faster than it happened; idle time is cut short</source>
        <translation>相对实际发生的倍速；空闲时间会被缩短</translation>
    </message>
    <message>
        <source>event by event</source>
        <translation>逐个事件</translation>
    </message>
</context>
<context>
    <name>apollo::gui::TaskPanel</name>
    <message>
        <source>No task fits the filter.</source>
        <translation>没有符合筛选条件的任务。</translation>
    </message>
    <message>
        <source>Waiting for the first events…</source>
        <translation>正在等待第一批事件…</translation>
    </message>
    <message>
        <source>Filter tasks</source>
        <translation>筛选任务</translation>
    </message>
    <message>
        <source>Show only tasks in this state: %1</source>
        <translation>只显示此状态的任务：%1</translation>
    </message>
    <message>
        <source>No tasks yet. Submit one with
apollo-cli task submit --file FILE
or drop a task file here.</source>
        <translation>还没有任务。可用以下命令提交：
apollo-cli task submit --file FILE
或把任务文件拖到这里。</translation>
    </message>
    <message>
        <source>Words of the task&apos;s name or intent; by:NAME, label:TEXT, state:NAME, since:2h, until:2026-11-30</source>
        <translation>任务名称或意图中的文字；by:提交者，label:标签，state:状态，since:2h，until:2026-11-30</translation>
    </message>
    <message>
        <source>Submitted in the last 24 hours</source>
        <translation>最近 24 小时内提交</translation>
    </message>
    <message>
        <source>Submitted since… (2h, 2026-11-30)</source>
        <translation>提交时间不早于…（2h，2026-11-30）</translation>
    </message>
    <message>
        <source>Submitted until… (2h, 2026-11-30)</source>
        <translation>提交时间不晚于…（2h，2026-11-30）</translation>
    </message>
    <message>
        <source>Submitted by…</source>
        <translation>提交者…</translation>
    </message>
    <message>
        <source>Label or metadata… (KEY=VALUE)</source>
        <translation>标签或元数据…（KEY=VALUE）</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Filter by time, label or person</source>
        <translation>按时间、标签或人员筛选</translation>
    </message>
</context>
<context>
    <name>apollo::gui::TimelinePlot</name>
    <message>
        <source>The history is still being loaded.</source>
        <translation>历史仍在加载中。</translation>
    </message>
    <message>
        <source>Choose a task to see when its runs worked.</source>
        <translation>请选择任务以查看其运行时间。</translation>
    </message>
</context>
<context>
    <name>apollo::viewmodels::EventListModel</name>
    <message>
        <source>Position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>详情</translation>
    </message>
</context>
<context>
    <name>apollo::viewmodels::NodeListModel</name>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Clock offset</source>
        <translation>时钟偏差</translation>
    </message>
    <message>
        <source>Last seen</source>
        <translation>最近联系</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>breaker open</source>
        <translation>熔断器断开</translation>
    </message>
    <message>
        <source>%1 · breaker open</source>
        <translation>%1 · 熔断器断开</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>排队</translation>
    </message>
    <message>
        <source>Upgrade</source>
        <translation>升级</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
</context>
<context>
    <name>apollo::viewmodels::TaskListModel</name>
    <message>
        <source>high</source>
        <translation>高</translation>
    </message>
    <message>
        <source>medium</source>
        <translation>中</translation>
    </message>
    <message>
        <source>low</source>
        <translation>低</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Intent</source>
        <translation>意图</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>优先级</translation>
    </message>
    <message>
        <source>Submitted</source>
        <translation>提交时间</translation>
    </message>
</context>
<context>
    <name>EventTypes</name>
    <message>
        <source>TASK_SUBMITTED</source>
        <translation>任务已提交</translation>
    </message>
    <message>
        <source>TASK_AMENDED</source>
        <translation>任务已修订</translation>
    </message>
    <message>
        <source>TASK_CANCEL_REQUESTED</source>
        <translation>请求取消任务</translation>
    </message>
    <message>
        <source>TASK_PAUSED</source>
        <translation>任务已暂停</translation>
    </message>
    <message>
        <source>TASK_RESUMED</source>
        <translation>任务已恢复</translation>
    </message>
    <message>
        <source>TASK_COMPENSATION_REQUESTED</source>
        <translation>已请求补偿任务</translation>
    </message>
    <message>
        <source>DISPATCHED</source>
        <translation>已派发</translation>
    </message>
    <message>
        <source>ACCEPTED</source>
        <translation>已接收</translation>
    </message>
    <message>
        <source>STARTED</source>
        <translation>已开始</translation>
    </message>
    <message>
        <source>SUCCEEDED</source>
        <translation>已成功</translation>
    </message>
    <message>
        <source>FAILED</source>
        <translation>已失败</translation>
    </message>
    <message>
        <source>TIMED_OUT</source>
        <translation>已超时</translation>
    </message>
    <message>
        <source>RETRY_SCHEDULED</source>
        <translation>已安排重试</translation>
    </message>
    <message>
        <source>CANCELLED</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>COMPENSATION_STARTED</source>
        <translation>补偿已开始</translation>
    </message>
    <message>
        <source>COMPENSATED</source>
        <translation>已补偿</translation>
    </message>
    <message>
        <source>COMPENSATION_FAILED</source>
        <translation>补偿失败</translation>
    </message>
    <message>
        <source>MANUAL_OVERRIDE</source>
        <translation>人工改写</translation>
    </message>
    <message>
        <source>RECONCILED</source>
        <translation>已对账</translation>
    </message>
    <message>
        <source>RUN_QUARANTINED</source>
        <translation>运行已隔离</translation>
    </message>
    <message>
        <source>RUN_RELEASED</source>
        <translation>运行已解除隔离</translation>
    </message>
    <message>
        <source>NODE_ENROLLED</source>
        <translation>节点已登记</translation>
    </message>
    <message>
        <source>NODE_CONNECTED</source>
        <translation>节点已连接</translation>
    </message>
    <message>
        <source>NODE_LOST</source>
        <translation>节点失联</translation>
    </message>
    <message>
        <source>NODE_CONSERVATIVE</source>
        <translation>节点进入保守模式</translation>
    </message>
    <message>
        <source>NODE_DRAINED</source>
        <translation>节点已排空</translation>
    </message>
    <message>
        <source>NODE_REVOKED</source>
        <translation>节点已吊销</translation>
    </message>
    <message>
        <source>BREAKER_OPENED</source>
        <translation>熔断器已断开</translation>
    </message>
    <message>
        <source>BREAKER_CLOSED</source>
        <translation>熔断器已闭合</translation>
    </message>
    <message>
        <source>DISPATCH_PAUSED</source>
        <translation>派发已暂停</translation>
    </message>
    <message>
        <source>DISPATCH_RESUMED</source>
        <translation>派发已恢复</translation>
    </message>
    <message>
        <source>DEAD_LETTERED</source>
        <translation>进入死信</translation>
    </message>
    <message>
        <source>DEAD_LETTER_REQUEUED</source>
        <translation>死信已重新入队</translation>
    </message>
    <message>
        <source>DEAD_LETTER_DROPPED</source>
        <translation>死信已丢弃</translation>
    </message>
    <message>
        <source>ALERT_RAISED</source>
        <translation>告警触发</translation>
    </message>
    <message>
        <source>ALERT_ACKED</source>
        <translation>告警已确认</translation>
    </message>
    <message>
        <source>ALERT_CLEARED</source>
        <translation>告警已解除</translation>
    </message>
    <message>
        <source>OPERATOR_ADDED</source>
        <translation>操作员已添加</translation>
    </message>
    <message>
        <source>OPERATOR_REVOKED</source>
        <translation>操作员已吊销</translation>
    </message>
    <message>
        <source>PRIMARY_ELECTED</source>
        <translation>主节点已选出</translation>
    </message>
</context>
<context>
    <name>Finder</name>
    <message>
        <source>task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>bookmark</source>
        <translation>书签</translation>
    </message>
    <message>
        <source>position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Position %1</source>
        <translation>位置 %1</translation>
    </message>
</context>
<context>
    <name>apollo::gui::FinderDialog</name>
    <message>
        <source>Nothing fits.</source>
        <translation>没有匹配项。</translation>
    </message>
</context>
<context>
    <name>apollo::gui::Finders</name>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>&amp;Go to anything…</source>
        <translation>转到任意项(&amp;G)…</translation>
    </message>
    <message>
        <source>All &amp;commands…</source>
        <translation>所有命令(&amp;C)…</translation>
    </message>
    <message>
        <source>Go to</source>
        <translation>转到</translation>
    </message>
    <message>
        <source>Task, step, node, bookmark, or a position of the log</source>
        <translation>任务、步骤、节点、书签或日志位置</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Type a few letters; Ctrl+C copies the line for the shell</source>
        <translation>输入几个字母；Ctrl+C 复制对应的命令行</translation>
    </message>
</context>
<context>
    <name>apollo::gui::ReplayActions</name>
    <message>
        <source>Replay</source>
        <translation>回放</translation>
    </message>
    <message>
        <source>&amp;Play or pause</source>
        <translation>播放或暂停(&amp;P)</translation>
    </message>
    <message>
        <source>Play &amp;backwards</source>
        <translation>倒放(&amp;B)</translation>
    </message>
    <message>
        <source>Pre&amp;vious event</source>
        <translation>上一个事件(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Next event</source>
        <translation>下一个事件(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;First event</source>
        <translation>第一个事件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Last event</source>
        <translation>最后一个事件(&amp;L)</translation>
    </message>
    <message>
        <source>Back to &amp;live</source>
        <translation>回到实时(&amp;L)</translation>
    </message>
    <message>
        <source>First f&amp;ailure</source>
        <translation>第一次失败(&amp;A)</translation>
    </message>
    <message>
        <source>Nothing has failed here.</source>
        <translation>这里没有失败。</translation>
    </message>
    <message>
        <source>Next failure</source>
        <translation>下一次失败</translation>
    </message>
    <message>
        <source>Previous failure</source>
        <translation>上一次失败</translation>
    </message>
    <message>
        <source>Next retry</source>
        <translation>下一次重试</translation>
    </message>
    <message>
        <source>Previous retry</source>
        <translation>上一次重试</translation>
    </message>
    <message>
        <source>Next event of this run</source>
        <translation>此运行的下一个事件</translation>
    </message>
    <message>
        <source>Previous event of this run</source>
        <translation>此运行的上一个事件</translation>
    </message>
    <message>
        <source>Book&amp;mark this moment…</source>
        <translation>为此刻添加书签(&amp;M)…</translation>
    </message>
    <message>
        <source>Next bookmark</source>
        <translation>下一个书签</translation>
    </message>
    <message>
        <source>Previous bookmark</source>
        <translation>上一个书签</translation>
    </message>
    <message>
        <source>Choose a run first.</source>
        <translation>请先选择一个运行。</translation>
    </message>
    <message>
        <source>There is no later one.</source>
        <translation>之后没有了。</translation>
    </message>
    <message>
        <source>There is no earlier one.</source>
        <translation>之前没有了。</translation>
    </message>
    <message>
        <source>Open a task first; bookmarks are kept beside it.</source>
        <translation>请先打开任务；书签保存在任务旁。</translation>
    </message>
    <message>
        <source>Bookmark</source>
        <translation>书签</translation>
    </message>
    <message>
        <source>Note for position %1:</source>
        <translation>位置 %1 的备注：</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Do nothing</source>
        <translation>什么都不做</translation>
    </message>
    <message>
        <source>The bookmark could not be written; it is kept until the window closes.</source>
        <translation>书签无法写入磁盘；窗口关闭前仍会保留。</translation>
    </message>
</context>
<context>
    <name>apollo::gui::WhyList</name>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
</context>
<context>
    <name>apollo::gui::AgentDialog</name>
    <message>
        <source>Asking for a token…</source>
        <translation>正在申请令牌…</translation>
    </message>
    <message>
        <source>Add an agent</source>
        <translation>添加代理</translation>
    </message>
    <message>
        <source>Command that starts the agent</source>
        <translation>启动代理的命令</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Start one on this machine</source>
        <translation>在本机启动一个</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Run this on the machine that shall work. The token lets one node in, until %1; afterwards the agent starts with --data alone.</source>
        <translation>请在要执行工作的机器上运行此命令。令牌允许一个节点加入，有效期至 %1；之后代理只需 --data 即可启动。</translation>
    </message>
    <message>
        <source>On Linux, in a shell</source>
        <translation>在 Linux 上，于 shell 中</translation>
    </message>
    <message>
        <source>On Windows, by the installer, as an administrator</source>
        <translation>在 Windows 上，以管理员身份运行安装程序</translation>
    </message>
    <message>
        <source>System of that machine</source>
        <translation>该机器的系统</translation>
    </message>
    <message>
        <source>Run this on the machine that shall work. The token lets one node in, until %1; afterwards the agent is a service, which starts with the machine.</source>
        <translation>请在要执行工作的机器上运行此命令。令牌允许一个节点加入，有效期至 %1；之后代理作为服务随机器启动。</translation>
    </message>
    <message>
        <source>An agent starts on this machine; it appears among the nodes when it has connected.</source>
        <translation>正在本机启动代理；连接后会出现在节点列表中。</translation>
    </message>
</context>
<context>
    <name>apollo::gui::FileActions</name>
    <message>
        <source>&amp;Open a task file…</source>
        <translation>打开任务文件(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Paste a task…</source>
        <translation>粘贴任务(&amp;P)…</translation>
    </message>
    <message>
        <source>&amp;Sample task…</source>
        <translation>示例任务(&amp;S)…</translation>
    </message>
    <message>
        <source>Sample task</source>
        <translation>示例任务</translation>
    </message>
    <message>
        <source>&amp;Add an agent…</source>
        <translation>添加代理(&amp;A)…</translation>
    </message>
    <message>
        <source>Export this pa&amp;ge…</source>
        <translation>导出当前页面(&amp;G)…</translation>
    </message>
    <message>
        <source>Export this &amp;task…</source>
        <translation>导出当前任务(&amp;T)…</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>This source is a record on disk; it cannot be commanded.</source>
        <translation>此来源是磁盘上的记录，不能下命令。</translation>
    </message>
    <message>
        <source>No task is open.</source>
        <translation>没有打开任务。</translation>
    </message>
    <message>
        <source>Pasted task</source>
        <translation>粘贴的任务</translation>
    </message>
    <message>
        <source>Open a task file</source>
        <translation>打开任务文件</translation>
    </message>
    <message>
        <source>Tasks (*.yaml *.yml *.apollo);;All files (*)</source>
        <translation>任务 (*.yaml *.yml *.apollo);;所有文件 (*)</translation>
    </message>
    <message>
        <source>%1 cannot be read.</source>
        <translation>无法读取 %1。</translation>
    </message>
    <message>
        <source>%1 is too large for a task file.</source>
        <translation>%1 过大，不像任务文件。</translation>
    </message>
    <message>
        <source>Submitted: %1</source>
        <translation>已提交：%1</translation>
    </message>
    <message>
        <source>Export this page</source>
        <translation>导出当前页面</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>图片 (*.png)</translation>
    </message>
    <message>
        <source>Document (*.pdf)</source>
        <translation>文档 (*.pdf)</translation>
    </message>
    <message>
        <source>Drawing (*.svg)</source>
        <translation>矢量图 (*.svg)</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>已写入：%1</translation>
    </message>
    <message>
        <source>Export this task</source>
        <translation>导出当前任务</translation>
    </message>
    <message>
        <source>Amended: %1</source>
        <translation>已修改：%1</translation>
    </message>
</context>
<context>
    <name>apollo::gui::Notifier</name>
    <message>
        <source>Task failed</source>
        <translation>任务失败</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 及另外 %2 个</translation>
    </message>
    <message>
        <source>Connection lost</source>
        <translation>连接已断开</translation>
    </message>
    <message>
        <source>Connected again</source>
        <translation>已重新连接</translation>
    </message>
    <message>
        <source>Alert</source>
        <translation>告警</translation>
    </message>
</context>
<context>
    <name>apollo::gui::StartPage</name>
    <message>
        <source>Nothing has been submitted yet</source>
        <translation>尚未提交任何任务</translation>
    </message>
    <message>
        <source>Add an agent that does the work, then submit a task. A task file can also be dropped here.</source>
        <translation>请先添加执行工作的代理，再提交任务。也可以把任务文件拖到这里。</translation>
    </message>
</context>
<context>
    <name>apollo::gui::TaskEditor</name>
    <message>
        <source>No faults; it can be submitted.</source>
        <translation>没有错误，可以提交。</translation>
    </message>
    <message>
        <source>&amp;Submit</source>
        <translation>提交(&amp;S)</translation>
    </message>
    <message>
        <source>Do &amp;nothing</source>
        <translation>什么都不做(&amp;N)</translation>
    </message>
</context>
<context>
    <name>apollo::viewmodels::CompareModel</name>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>State A</source>
        <translation>A 状态</translation>
    </message>
    <message>
        <source>State B</source>
        <translation>B 状态</translation>
    </message>
    <message>
        <source>Took A</source>
        <translation>A 用时</translation>
    </message>
    <message>
        <source>Took B</source>
        <translation>B 用时</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
</context>
<context>
    <name>apollo::gui::CompareDialog</name>
    <message>
        <source>Only what differs</source>
        <translation>仅显示差异</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>Nothing differs.</source>
        <translation>没有差异。</translation>
    </message>
    <message>
        <source>as it is now</source>
        <translation>当前状态</translation>
    </message>
    <message>
        <source>at the shown moment</source>
        <translation>所示时刻</translation>
    </message>
    <message>
        <source>No state differs.</source>
        <translation>状态没有差异。</translation>
    </message>
    <message>
        <source>States that differ: %1. The first: %2 on %3, %4 in A and %5 in B.</source>
        <translation>状态不同：%1 处。最早的是：%3 上的 %2，A 中为 %4，B 中为 %5。</translation>
    </message>
    <message>
        <source>Task of %1</source>
        <translation>%1 的任务</translation>
    </message>
    <message>
        <source>Moment of %1</source>
        <translation>%1 的时刻</translation>
    </message>
</context>
<context>
    <name>apollo::gui::AmendDialog</name>
    <message>
        <source>added</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>re-wired</source>
        <translation>改依赖</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>改内容</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>被拒</translation>
    </message>
    <message>
        <source>Amend task %1</source>
        <translation>修改任务 %1</translation>
    </message>
    <message>
        <source>No faults; look at the preview.</source>
        <translation>没有错误，请查看预览。</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>What would change</source>
        <translation>将发生的变化</translation>
    </message>
    <message>
        <source>Needed; it is kept in the log with your name</source>
        <translation>必填；将与您的名字一起记入日志</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>&amp;Preview</source>
        <translation>预览(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Amend</source>
        <translation>修改(&amp;A)</translation>
    </message>
    <message>
        <source>Do &amp;nothing</source>
        <translation>什么都不做(&amp;N)</translation>
    </message>
    <message>
        <source>The text is of task %1; this is about task %2.</source>
        <translation>文本属于任务 %1；这里修改的是任务 %2。</translation>
    </message>
    <message>
        <source>the task</source>
        <translation>任务本身</translation>
    </message>
    <message>
        <source>Asking…</source>
        <translation>正在询问…</translation>
    </message>
    <message>
        <source>Change the text, then look at the preview: nothing changes before you say so.</source>
        <translation>修改文本后查看预览：在您确认之前不会有任何变化。</translation>
    </message>
    <message>
        <source>Nothing would change.</source>
        <translation>不会有任何变化。</translation>
    </message>
    <message>
        <source>It cannot be done: what was dispatched or is done cannot change (refused: %1).</source>
        <translation>无法修改：已派发或已完成的部分不能改变（被拒：%1）。</translation>
    </message>
    <message>
        <source>Changes: %1. Give a reason to go on.</source>
        <translation>变化：%1 处。请填写原因后继续。</translation>
    </message>
</context>
<context>
    <name>apollo::viewmodels::CaseListModel</name>
    <message>
        <source>Open</source>
        <translation>未处理</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>待处理</translation>
    </message>
    <message>
        <source>Over</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>Dropped</source>
        <translation>已丢弃</translation>
    </message>
    <message>
        <source>Requeued</source>
        <translation>已重新入队</translation>
    </message>
    <message>
        <source>Seen by %1</source>
        <translation>%1 已确认</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>Why it could not be applied</source>
        <translation>无法应用的原因</translation>
    </message>
    <message>
        <source>Exit code</source>
        <translation>退出码</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Condition</source>
        <translation>条件</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Task / step</source>
        <translation>任务 / 步骤</translation>
    </message>
    <message>
        <source>Alert</source>
        <translation>告警</translation>
    </message>
</context>
<context>
    <name>apollo::gui::CasesPage</name>
    <message>
        <source>The history is still being loaded.</source>
        <translation>历史仍在加载中。</translation>
    </message>
    <message>
        <source>No alert has been raised.</source>
        <translation>没有告警。</translation>
    </message>
    <message>
        <source>No dead letters: every event could be applied.</source>
        <translation>没有死信：所有事件均已应用。</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>告警</translation>
    </message>
    <message>
        <source>Dead letters</source>
        <translation>死信</translation>
    </message>
    <message>
        <source>All of the chosen one</source>
        <translation>所选项的全部内容</translation>
    </message>
    <message>
        <source>Choose an alert to see all of it.</source>
        <translation>选择一条告警以查看全部内容。</translation>
    </message>
    <message>
        <source>Choose a dead letter to see all of it.</source>
        <translation>选择一封死信以查看全部内容。</translation>
    </message>
</context>
<context>
    <name>apollo::gui::ContextMenus</name>
    <message>
        <source>Copy command &amp;line</source>
        <translation>复制命令行(&amp;L)</translation>
    </message>
</context>
<context>
    <name>apollo::gui::ExplainList</name>
    <message>
        <source>Nothing keeps it.</source>
        <translation>没有什么阻挡它。</translation>
    </message>
    <message>
        <source>Why it is not running</source>
        <translation>为何没有运行</translation>
    </message>
    <message>
        <source>Why it is not running, as of %1</source>
        <translation>为何没有运行（%1 时）</translation>
    </message>
</context>
<context>
    <name>apollo::gui::TaskText</name>
    <message>
        <source>Text of the task</source>
        <translation>任务文本</translation>
    </message>
    <message>
        <source>Faults</source>
        <translation>错误</translation>
    </message>
</context>
<context>
    <name>apollo::gui::OrderActions</name>
    <message>
        <source>&amp;Measure the timeline from or to this moment</source>
        <translation>从此刻或到此刻测量时间线(&amp;M)</translation>
    </message>
    <message>
        <source>Cut &amp;idle time of the timeline short</source>
        <translation>缩短时间线的空闲时间(&amp;I)</translation>
    </message>
    <message>
        <source>Steps of the matrix as they are defined</source>
        <translation>矩阵步骤：按定义顺序</translation>
    </message>
    <message>
        <source>Steps of the matrix by name</source>
        <translation>矩阵步骤：按名称</translation>
    </message>
    <message>
        <source>Steps of the matrix by intent</source>
        <translation>矩阵步骤：按意图</translation>
    </message>
    <message>
        <source>Steps of the matrix, worst first</source>
        <translation>矩阵步骤：最差的在前</translation>
    </message>
    <message>
        <source>Nodes of the matrix as they were chosen</source>
        <translation>矩阵节点：按选定顺序</translation>
    </message>
    <message>
        <source>Nodes of the matrix by name</source>
        <translation>矩阵节点：按名称</translation>
    </message>
    <message>
        <source>Nodes of the matrix by group</source>
        <translation>矩阵节点：按分组</translation>
    </message>
    <message>
        <source>Nodes of the matrix, worst first</source>
        <translation>矩阵节点：最差的在前</translation>
    </message>
    <message>
        <source>Lanes of the timeline by start</source>
        <translation>时间线：按开始时间</translation>
    </message>
    <message>
        <source>Lanes of the timeline by step</source>
        <translation>时间线：按步骤</translation>
    </message>
    <message>
        <source>Lanes of the timeline by node</source>
        <translation>时间线：按节点</translation>
    </message>
    <message>
        <source>Views</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Sort the steps of the mat&amp;rix another way</source>
        <translation>换一种方式排列矩阵的步骤(&amp;R)</translation>
    </message>
    <message>
        <source>Sort the no&amp;des of the matrix another way</source>
        <translation>换一种方式排列矩阵的节点(&amp;D)</translation>
    </message>
    <message>
        <source>Sort the &amp;lanes of the timeline another way</source>
        <translation>换一种方式排列时间线(&amp;L)</translation>
    </message>
</context>
<context>
    <name>apollo::viewmodels::TwoTruths</name>
    <message>
        <source>%1, position %2</source>
        <translation>%1，位置 %2</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>The center believed</source>
        <translation>中心以为</translation>
    </message>
    <message>
        <source>The node had</source>
        <translation>节点实际</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>自</translation>
    </message>
    <message>
        <source>The center learned it</source>
        <translation>中心获知于</translation>
    </message>
</context>
<context>
    <name>apollo::gui::TwoTruthsDialog</name>
    <message>
        <source>Center and nodes agreed.</source>
        <translation>中心与节点一致。</translation>
    </message>
    <message>
        <source>Go to a moment of the past: what nodes did meanwhile is known only later.</source>
        <translation>请先回放到过去的某一刻：节点在此期间做了什么，事后才知道。</translation>
    </message>
    <message>
        <source>At %1 the center had heard everything up to position %2. Runs of which the node had done more than that: %3.</source>
        <translation>%1 时，中心已获知位置 %2 之前的一切。节点实际进展更多的运行：%3 个。</translation>
    </message>
    <message>
        <source>Two truths: what was believed and what was so</source>
        <translation>两种真相：中心所信与实际所为</translation>
    </message>
    <message>
        <source>Runs that center and node saw differently</source>
        <translation>中心与节点看法不同的运行</translation>
    </message>
</context>
<context>
    <name>Range</name>
    <message>
        <source>%1 failed</source>
        <translation>%1 个失败</translation>
    </message>
    <message>
        <source>%1 succeeded</source>
        <translation>%1 个成功</translation>
    </message>
    <message>
        <source>%1 runs worked</source>
        <translation>%1 个运行工作过</translation>
    </message>
    <message>
        <source>%1 events</source>
        <translation>%1 个事件</translation>
    </message>
</context>
<context>
    <name>OwnRole</name>
    <message>
        <source>You are %1 with the role %2; this takes the role %3.</source>
        <translation>您是 %1，角色为%2；此操作需要角色%3。</translation>
    </message>
    <message>
        <source>Operator %1 is not known here any more.</source>
        <translation>操作员 %1 在此已不为所知。</translation>
    </message>
    <message>
        <source>admin</source>
        <translation>管理员</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>操作员</translation>
    </message>
    <message>
        <source>viewer</source>
        <translation>查看者</translation>
    </message>
</context>
<context>
    <name>Connection</name>
    <message>
        <source>Connecting…</source>
        <translation>正在连接…</translation>
    </message>
    <message>
        <source>Catching up…</source>
        <translation>正在追赶…</translation>
    </message>
    <message>
        <source>Connected</source>
        <translation>已连接</translation>
    </message>
    <message>
        <source>Read only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>Interrupted: reconnecting…</source>
        <translation>连接中断：正在重连…</translation>
    </message>
    <message>
        <source>Disconnected</source>
        <translation>已断开</translation>
    </message>
    <message>
        <source>Loaded again: the server went back from position %1 to %2 (a restored backup?).</source>
        <translation>已重新加载：服务器从位置 %1 退回到 %2（恢复了备份？）。</translation>
    </message>
    <message>
        <source>Loaded again: the server holds another log than before (its event at position %1 is another).</source>
        <translation>已重新加载：服务器的日志与之前不同（位置 %1 的事件已不是原来的）。</translation>
    </message>
</context>
<context>
    <name>TaskFilter</name>
    <message>
        <source>There is no state &quot;%1&quot;.</source>
        <translation>没有状态“%1”。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no time; write an age (30m, 2h, 3d) or a date (2026-11-30, 2026-11-30T08:15).</source>
        <translation>“%1”不是时间；请写时长（30m、2h、3d）或日期（2026-11-30、2026-11-30T08:15）。</translation>
    </message>
</context>
<context>
    <name>apollo::gui::ForecastPanel</name>
    <message>
        <source>Forecast</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Foretell</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>So large a task is looked at when asked; it may take a second</source>
        <translation>任务很大，仅在要求时计算；可能需要一秒</translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation>关键路径</translation>
    </message>
    <message>
        <source>%1 more run longer than usual</source>
        <translation>另有 %1 个运行时间超出通常</translation>
    </message>
</context>
<context>
    <name>apollo::gui::PlaceDialog</name>
    <message>
        <source>Open in a new tab</source>
        <translation>在新标签页中打开</translation>
    </message>
    <message>
        <source>A server (HOST:PORT), a profile (NAME or NAME@HOST:PORT), or a .apollo file:</source>
        <translation>服务器（HOST:PORT）、配置（NAME 或 NAME@HOST:PORT），或 .apollo 文件：</translation>
    </message>
    <message>
        <source>Server, profile or file</source>
        <translation>服务器、配置或文件</translation>
    </message>
    <message>
        <source>File…</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Tasks (*.apollo);;All files (*)</source>
        <translation>任务 (*.apollo);;所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>apollo::gui::TabDesk</name>
    <message>
        <source>Close %1</source>
        <translation>关闭 %1</translation>
    </message>
    <message>
        <source>Servers and files</source>
        <translation>服务器与文件</translation>
    </message>
</context>
<context>
    <name>apollo::gui::SourceTab</name>
    <message>
        <source>%1 is opened as soon as its events are here.</source>
        <translation>%1 的事件到达后即打开。</translation>
    </message>
</context>
<context>
    <name>apollo::viewmodels::Navigator</name>
    <message>
        <source>Loading history: %1 %</source>
        <translation>正在加载历史：%1 %</translation>
    </message>
</context>
<context>
    <name>NodeUpgrades</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>AgentReach</name>
    <message>
        <source>%1 can be reached from this machine only. For agents on other machines end what listens there, start it again with --listen and an address that they reach, for example --listen 192.0.2.10:7411, and open this dialog again.</source>
        <translation>%1 只能从本机访问。若要让其他机器上的代理连接，请结束在该处监听的程序，用 --listen 加上它们可访问的地址重新启动，例如 --listen 192.0.2.10:7411，然后再打开此对话框。</translation>
    </message>
    <message>
        <source>In place of %1 write the name or address by which that machine reaches this one.</source>
        <translation>请把 %1 换成那台机器访问本机所用的名称或地址。</translation>
    </message>
</context>
</TS>
